import type { ClusterConf } from '../conf/cluster.js';

/** Options of a server that matter for what is seen here; the others only make it small. */
const SERVER =
  'mariadbd --no-defaults --datadir=… --socket=… --port=… --server-id=N --log-bin=binlog --binlog-format=ROW --gtid-strict-mode=1 ' +
  '--log-slave-updates=1 --sync-binlog=0 --innodb-flush-log-at-trx-commit=2';

const REPLICATE =
  "`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = …, MASTER_USER = …, MASTER_PASSWORD = …, MASTER_USE_GTID = slave_pos; START SLAVE`";

const COMPARE = 'Compare the tables of both sides, partition by partition.';

/** How to see a failure by hand: what to set up, and what the lines about captures mean; one step each. */
export function byHand(conf: ClusterConf): readonly string[] {
  switch (conf.kind) {
    case 'embedded':
      return [
        'There are no servers in the embedded cluster, so there is no `repro.sh`: replay it with cdcheck.',
      ];
    case 'mariadb':
      return [
        ...(conf.captures === 'replica' ? replicaSteps() : streamSteps()),
        'Wait until downstream has what upstream has (`@@gtid_binlog_pos` upstream, `SHOW SLAVE STATUS` or `@@gtid_binlog_pos` ' +
          'downstream), or has stopped with an error.',
        COMPARE,
      ];
    case 'external':
      return externalSteps(conf.captures);
    case 'ticdc':
    case 'ticdc-endpoints':
      return ticdcSteps(conf.newarch);
  }
}

function externalSteps(captures: Extract<ClusterConf, { kind: 'external' }>['captures']): readonly string[] {
  return [
    'On upstream, `CREATE DATABASE d; USE d`, then the commands above in their order, without a pause.',
    ...captures.map(
      ({ kill, term, start }, capture) =>
        `\`kill -9 capture ${capture}\` is \`${kill}\`; \`kill -TERM capture ${capture}\` is \`${term}\`; ` +
        `\`start capture ${capture}\` is \`${start}\`.`,
    ),
    COMPARE,
  ];
}

function ticdcSteps(newarch: boolean): readonly string[] {
  return [
    `Start a TiDB with PD and TiKV, a downstream, and the captures, each: \`cdc server --addr=127.0.0.1:83NN --pd=http://…${newarch ? ' --newarch' : ''}\``,
    'On upstream, take a timestamp, `BEGIN; SELECT @@tidb_current_ts; ROLLBACK`, then `CREATE DATABASE d`, then ' +
      '`cdc cli changefeed create --start-ts=TIMESTAMP --sink-uri=mysql://…` with `filter.rules = ["d.*"]`.',
    'On upstream, `USE d`, then the commands above in their order, without a pause. Capture 0 is the one that is the owner at first ' +
      '(`GET /status` of each tells); `kill -9 capture 0` is a `kill -9` of that `cdc server`.',
    'Take a timestamp again, and wait until the checkpoint of the changefeed has passed it, or stands still, or the changefeed has failed.',
    COMPARE,
  ];
}

function replicaSteps(): readonly string[] {
  return [
    `Start four servers, upstream, downstream, replica0 and replica1, each: \`${SERVER}\``,
    `On replica0 and replica1, from upstream, and on downstream, from replica0: ${REPLICATE}`,
    'On upstream, `CREATE DATABASE d; USE d`, then the commands above in their order, without a pause. `kill -9 capture 0` is a ' +
      '`kill -9` of the server replica0; downstream then follows replica1 (the same statements again). `start capture 0` starts that ' +
      'server again on its data.',
  ];
}

function streamSteps(): readonly string[] {
  return [
    `Start two servers, upstream and downstream, each: \`${SERVER}\``,
    'Start capture 0, and capture 1 to stand by. Each is a `mariadb` on downstream that takes a `GET_LOCK`, then asks for ' +
      '`@@gtid_binlog_pos` and applies what `mariadb-binlog --read-from-remote-server --stop-never --start-position=…` gives from there.',
    'On upstream, `CREATE DATABASE d; USE d`, then the commands above in their order, without a pause. `kill -9 capture 0` is a ' +
      '`kill -9` of both programs of that capture.',
  ];
}
