// Stands in for tidb-server: speaks MySQL's protocol, answers what TiDB alone answers, and sends everything else to the MariaDB
// whose port is in FAKE_MARIADB, where there is one.
import { existsSync, writeFileSync } from 'node:fs';
import mysql from 'mysql2';
import { arg, noteArguments, tellVersion } from './common.mjs';

tellVersion('-V');
noteArguments();
const port = Number(arg('-P'));
const behindPort = process.env.FAKE_MARIADB;

if (process.env.FAKE_TIDB_PORT === 'taken' && process.argv.some((each) => each.includes('upstream'))) {
  const mark = `${process.env.FAKE_ARGUMENTS}.taken`;
  if (!existsSync(mark)) {
    writeFileSync(mark, String(port));
    console.log(`[FATAL] ["listen tcp 127.0.0.1:${port}: bind: address already in use"]`);
    process.exit(1);
  }
}

/** The TSO of now, as TiDB's oracle gives it. */
function tso() {
  return (BigInt(Date.now()) << 18n) + 1n;
}

/** Answers with one value. */
function value(client, name, text) {
  const column = { catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: name };
  client.writeColumns([
    { ...column, characterSet: 33, columnLength: 384, columnType: 253, flags: 0, decimals: 0 },
  ]);
  client.writeTextRow([text]);
  client.writeEof();
}

let connections = 0;
const server = mysql.createServer();
server.on('connection', (client) => {
  let behind = null;
  client.serverHandshake({
    protocolVersion: 10,
    serverVersion: '8.0.11-TiDB-v8.5.3',
    connectionId: ++connections,
    statusFlags: 2,
    characterSet: 8,
    capabilityFlags: 0xffffff,
    authCallback: ({ database }, next) => {
      if (behindPort !== undefined) {
        behind = mysql.createConnection({
          host: '127.0.0.1',
          port: Number(behindPort),
          user: 'cdcheck',
          password: process.env.FAKE_PASSWORD,
          database: database || undefined,
          supportBigNumbers: true,
        });
        behind.on('error', () => client.stream.destroy());
      }
      next(null);
    },
  });
  const carryOut = (sql) => {
    client.sequenceId = 1; // the server of mysql2 does not begin anew by itself
    if (sql.includes('@@tidb_current_ts')) return value(client, 'tso', String(tso()));
    if (/VERSION\(\)/i.test(sql)) return value(client, 'version', '8.0.11-TiDB-v8.5.3');
    if (/tidb_gc_life_time/.test(sql)) return client.writeOk();
    if (behind === null) return /^SELECT/.test(sql) ? value(client, '1', '1') : client.writeOk();
    behind.query({ sql, rowsAsArray: true }, (error, result, fields) => {
      if (error) return client.writeError({ code: error.errno, message: error.message });
      if (!Array.isArray(result))
        return client.writeOk({ affectedRows: result.affectedRows, insertId: result.insertId });
      client.writeColumns(fields);
      for (const row of result) client.writeTextRow(row);
      client.writeEof();
    });
  };
  client.on('query', carryOut);
  client.on('stmt_prepare', carryOut); // where the server of mysql2 sends statements that begin with SET
  client.on('error', () => undefined);
  client.stream.on('close', () => behind?.destroy());
});
server.listen(port, '127.0.0.1');
