import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../src/cluster/ticdc/captureFacts.js';
import { alarmLines, parseEntry, parseLog } from '../../../src/cluster/ticdc/captureLog.js';
import { recorded } from './contract.js';

const sample = recorded('ticdc-log-sample.txt');

describe('the log of a capture', () => {
  it('is understood line by line', () => {
    const lines = sample.split('\n').filter((line) => line !== '');
    const entries = parseLog(sample);
    expect(entries).toHaveLength(lines.length);
    expect(entries.map(({ level }) => level)).toEqual(
      lines.map((line) => /^\[[^\]]*\] \[(\w+)\]/.exec(line)?.[1]),
    );
  });

  it('gives time, message and fields, quoted or not', () => {
    const line =
      '[2026/12/01 07:33:18.600 +00:00] [WARN] [maintainer.go:695] ["checkpointTs can not be advanced, since missing capture heartbeat"] [changefeedID=default/a] [node=b9e6] [checkpointTs=470839555452567560] [resend=null] [query="DROP TABLE `a`.`n1` [x] \\"y\\""]';
    expect(parseEntry(line)).toEqual({
      at: Date.UTC(2026, 11, 1, 7, 33, 18, 600),
      level: 'WARN',
      message: 'checkpointTs can not be advanced, since missing capture heartbeat',
      fields: {
        changefeedID: 'default/a',
        node: 'b9e6',
        checkpointTs: '470839555452567560',
        resend: 'null',
        query: 'DROP TABLE `a`.`n1` [x] "y"',
      },
    });
    expect(parseEntry('goroutine 1 [running]:')).toBeNull();
  });

  it('tells the dispatchers of a changefeed, with the timestamp that each starts from', () => {
    const { dispatchers } = factsOf(sample, 'cdcheck_a1');
    expect(dispatchers.map(({ tableId, startTs }) => [tableId, startTs])).toEqual([
      [413, 470839705451626509n],
      [520, 470839718585040905n],
      [552, 470839723093655565n],
    ]);
    expect(factsOf(sample, 'cdcheck').dispatchers).toEqual([]);
  });

  it('tells the DDLs that were executed downstream', () => {
    expect(factsOf(sample, 'cdcheck-81-0').ddls).toEqual([
      {
        at: Date.UTC(2026, 11, 1, 7, 32, 28, 726),
        commitTs: 470839540339965961n,
        query: 'ALTER TABLE `p2` DROP PARTITION `p2`',
        ignored: null,
      },
    ]);
  });

  it('tells a DDL whose error was passed over', () => {
    const line =
      '[2026/12/01 07:32:28.726 +00:00] [INFO] [mysql_writer_ddl.go:143] ["Execute DDL failed, but error can be ignored"] [startTs=1] [commitTs=470839540339965961] [ddl="ALTER TABLE `p2` DROP PARTITION `p2`"] [error="Error 1507 (HY000): Error in list of partitions to DROP"]';
    expect(factsOf(line, 'cdcheck-81-0').ddls).toMatchObject([
      { commitTs: 470839540339965961n, ignored: 'Error 1507 (HY000): Error in list of partitions to DROP' },
    ]);
  });

  it('tells what last held a changefeed up', () => {
    expect(factsOf(sample, 'cdcheck_a1').obstacle).toEqual({
      at: Date.UTC(2026, 11, 1, 7, 45, 46, 743),
      text: 'barrier event is not resolved: commitTs 470839723342692366, coverage reported count: 1, require count: 3, uncovered tables: 552, 553, blocker InfluenceType:Normal TableIDs:552 TableIDs:553 TableIDs:0',
    });
    expect(factsOf(sample, 'cdcheck-82-0').obstacle?.text).toBe(
      'checkpointTs can not be advanced, since missing capture heartbeat: node b9e6cddf-f06a-472d-84e4-0c1480ecc588, checkpointTs 470839555452567560',
    );
    expect(factsOf(sample, 'cdcheck-91-0').obstacle).toBeNull();
  });
});

describe('alarms', () => {
  it('are crash reports', () => {
    const crashes = [
      '[2026/12/01 07:31:24.690 +00:00] [PANIC] [server.go:12] ["unreachable"]',
      'panic: runtime error: invalid memory address or nil pointer dereference',
      'fatal error: concurrent map writes',
      'WARNING: DATA RACE',
    ];
    expect(alarmLines(`a\n${crashes.join('\n')}\nb`)).toEqual(crashes);
  });

  it('are not the word panic in data and statements, nor ordinary errors', () => {
    const harmless = [
      '[2026/12/01 07:31:24.690 +00:00] [INFO] [a.go:1] ["Execute DDL succeeded"] [query="CREATE TABLE panic: (id INT) -- [PANIC] WARNING: DATA RACE"]',
      "INSERT INTO t VALUES ('panic: ')",
      '[2026/12/01 07:31:24.690 +00:00] [ERROR] [config.go:279] ["panic: not one"]',
    ];
    expect(alarmLines(`${harmless.join('\n')}\n${sample}`)).toEqual([]);
  });
});
