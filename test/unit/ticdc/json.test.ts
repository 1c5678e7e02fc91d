import { describe, expect, it } from 'vitest';
import { parseJson, writeJson } from '../../../src/cluster/ticdc/json.js';
import { passwordsIn, strikeOut } from '../../../src/cluster/ticdc/secrets.js';
import { sinkUri } from '../../../src/cluster/ticdc/sinkUri.js';
import { msOf, tsoText } from '../../../src/cluster/ticdc/tso.js';

describe('JSON', () => {
  it('keeps every digit of an integer that a number would round', () => {
    const text =
      '{"start_ts":470839228830842897,"low":-4633462505739919070,"small":12,"share":0.5,"big":1e3}';
    expect(Number('470839228830842897')).not.toBe(470839228830842897n);
    expect(parseJson(text)).toEqual({
      start_ts: '470839228830842897',
      low: '-4633462505739919070',
      small: 12,
      share: 0.5,
      big: 1000,
    });
  });

  it('leaves what stands in strings alone', () => {
    const value = {
      'a "470839228830842897"': '470839228830842897 \\ "1234567890123456789"',
      b: null,
      c: [true],
    };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it('writes a bigint as its digits and everything else as usual', () => {
    expect(writeJson({ start_ts: 470839228830842897n, list: [1, 'a"b', null, false], none: {} })).toBe(
      '{"start_ts":470839228830842897,"list":[1,"a\\"b",null,false],"none":{}}',
    );
  });
});

describe('a TSO', () => {
  it('tells its time, and is shown with all of its digits', () => {
    expect(new Date(msOf(470839228830842897n)).toISOString()).toBe('2026-12-01T07:11:58.770Z');
    expect(tsoText(470839228830842897n)).toBe('470839228830842897 (07:11:58.770)');
  });
});

describe('the URI of a sink', () => {
  const uri = sinkUri(
    { host: '::1', port: 3306 },
    { user: 'root', password: 'a/b @c' },
    { 'worker-count': '4' },
  );

  it('holds user, password and parameters', () => {
    expect(uri).toBe('mysql://root:a%2Fb%20%40c@[::1]:3306/?worker-count=4');
    expect(sinkUri({ host: 'db', port: 1 }, { user: 'root', password: '' }, {})).toBe('mysql://root@db:1/');
  });

  it('has its password struck out, as it stands there and as it is meant', () => {
    expect(strikeOut(`sink ${uri}: access denied with a/b @c`, passwordsIn(uri))).toBe(
      'sink mysql://root:***@[::1]:3306/?worker-count=4: access denied with ***',
    );
    expect(strikeOut('root@db', passwordsIn('mysql://root@db:1/'))).toBe('root@db');
  });
});
