import type { ClusterConf } from '../conf/cluster.js';

/** Options of a server that matter for what is seen here; the others only make it small. */
const SERVER =
  'mariadbd --no-defaults --datadir=… --socket=… --port=… --server-id=N --log-bin=binlog --binlog-format=ROW --gtid-strict-mode=1 ' +
  '--log-slave-updates=1 --sync-binlog=0 --innodb-flush-log-at-trx-commit=2';

const REPLICATE =
  "`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = …, MASTER_USER = …, MASTER_PASSWORD = …, MASTER_USE_GTID = slave_pos; START SLAVE`";

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
        'Compare the tables of both sides, partition by partition.',
      ];
  }
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
