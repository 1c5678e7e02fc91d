// Stands in for tidb-server: speaks MySQL's protocol, answers what TiDB alone answers, and sends everything else to the MariaDB
// whose port is in FAKE_MARIADB, where there is one.
import mysql from 'mysql2';
import { arg, noteArguments, tellVersion } from './common.mjs';

tellVersion('-V');
noteArguments();
const port = Number(arg('-P'));
const upstream = process.env.FAKE_MARIADB;
const server = mysql.createServer();
let connections = 0;

if (process.env.FAKE_TIDB_PORT === 'taken' && process.argv.some((each) => each.includes('upstream'))) {
  const { existsSync, writeFileSync } = await import('node:fs');
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

server.on('connection', (client) => {
  client.serverHandshake({
    protocolVersion: 10,
    serverVersion: '8.0.11-TiDB-v8.5.3',
    connectionId: ++connections,
    statusFlags: 2,
    characterSet: 8,
    capabilityFlags: 0xffffff,
    authCallback: (_, next) => next(null),
  });
  const behind =
    upstream === undefined
      ? null
      : mysql.createConnection({
          host: '127.0.0.1',
          port: Number(upstream),
          user: 'cdcheck',
          password: process.env.FAKE_PASSWORD,
          supportBigNumbers: true,
        });
  const value = (name, text) =>
    client.writeTextResult(
      [{ [name]: text }],
      [
        {
          catalog: 'def',
          schema: '',
          table: '',
          orgTable: '',
          name,
          orgName: name,
          characterSet: 33,
          columnLength: 384,
          columnType: 253,
          flags: 0,
          decimals: 0,
        },
      ],
    );
  client.on('init_db', (database) => {
    client.sequenceId = 1;
    if (behind === null) return client.writeOk();
    behind.changeUser({ database }, (error) =>
      error ? client.writeError({ code: error.errno, message: error.message }) : client.writeOk(),
    );
  });
  const carryOut = (sql) => {
    client.sequenceId = 1; // the server of mysql2 does not begin anew by itself
    if (sql.includes('@@tidb_current_ts')) return value('tso', String(tso()));
    if (/tidb_gc_life_time/.test(sql)) return client.writeOk();
    if (behind === null) return /^SELECT/.test(sql) ? value('1', '1') : client.writeOk();
    behind.query({ sql, rowsAsArray: false }, (error, result, fields) => {
      if (error) client.writeError({ code: error.errno, message: error.message });
      else if (Array.isArray(result)) client.writeTextResult(result, fields);
      else client.writeOk({ affectedRows: result.affectedRows, insertId: result.insertId });
    });
  };
  client.on('query', carryOut);
  client.on('stmt_prepare', carryOut); // where the server of mysql2 sends statements that begin with SET
  client.on('error', () => undefined);
  client.on('end', () => behind?.destroy());
  client.stream.on('close', () => behind?.destroy());
});
server.listen(port, '127.0.0.1');
