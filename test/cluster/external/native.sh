#!/usr/bin/env bash
# MariaDB's own replication, upstream -> replica -> downstream, set up and driven without cdcheck:
#   native.sh COMMAND FOLDER
# FOLDER holds `ports` (three lines) and `password`. Each server lives in FOLDER/NAME.
set -eu
command=$1
folder=$2
names=(upstream replica downstream)
mapfile -t ports <"$folder/ports"
PATH=$PATH:/usr/sbin:/sbin

port() {
  case $1 in upstream) echo "${ports[0]}" ;; replica) echo "${ports[1]}" ;; downstream) echo "${ports[2]}" ;; esac
}

# Statements come from standard input, so that no password is an argument.
sql() {
  mariadb --defaults-file="$folder/client.cnf" --port="$(port "$1")" --batch "${@:2}"
}

is_alive() {
  local state
  state=$(sed -n 's/^State:\t\(.\).*/\1/p' "/proc/$(cat "$folder/$1.pid" 2>/dev/null || echo none)/status" 2>/dev/null) || return 1
  [ -n "$state" ] && [ "$state" != Z ]
}

run_server() {
  setsid mariadbd --defaults-file="$folder/$1.cnf" "${@:2}" >>"$folder/$1.log" 2>&1 </dev/null &
  echo $! >"$folder/$1.pid"
  until echo 'SELECT 1' | sql "$1" >/dev/null 2>&1; do
    is_alive "$1" || { tail -3 "$folder/$1.log"; exit 1; }
    sleep 0.02
  done
}

follow() { # SERVER MASTER
  sql "$1" <<SQL
CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = $(port "$2"), MASTER_USER = 'native',
  MASTER_PASSWORD = '$(cat "$folder/password")', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1;
START SLAVE;
SQL
}

# `ERRNO TEXT` where the threads of a server have stopped with an error from which they do not go on by themselves.
error_of() {
  is_alive "$1" || return 0
  echo 'SHOW SLAVE STATUS\G' | sql "$1" | awk '
    { name = $1; sub(/^ *[A-Za-z_]+: ?/, "") }
    name == "Slave_SQL_Running:" { sql = $0 }
    name == "Slave_IO_Running:" { io = $0 }
    name == "Last_SQL_Errno:" { errno = $0 }
    name == "Last_SQL_Error:" { error = $0 }
    name == "Last_IO_Errno:" { io_errno = $0 }
    name == "Last_IO_Error:" { io_error = $0 }
    END {
      if (sql == "No" && errno > 0) print errno, error
      else if (io == "No" && io_errno > 0 && io_errno < 2000) print io_errno, io_error
    }'
}

case $command in
up)
  umask 077
  printf '[client]\nhost=127.0.0.1\nprotocol=tcp\nuser=native\npassword=%s\n' "$(cat "$folder/password")" >"$folder/client.cnf"
  user=$([ "$(id -u)" -eq 0 ] && echo --user=root || true)
  mkdir "$folder/tmp"
  mariadb-install-db --no-defaults $user --datadir="$folder/template" --tmpdir="$folder/tmp" \
    --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve --innodb-log-file-size=4M >/dev/null
  cat >"$folder/users.sql" <<SQL
SET sql_log_bin = 0;
CREATE USER 'native'@'127.0.0.1' IDENTIFIED BY '$(cat "$folder/password")';
GRANT ALL ON *.* TO 'native'@'127.0.0.1';
SQL
  for i in 0 1 2; do
    name=${names[$i]}
    cp -r "$folder/template" "$folder/$name"
    mkdir "$folder/$name-tmp"
    cat >"$folder/$name.cnf" <<CNF
[mariadbd]
datadir=$folder/$name
socket=$folder/$name.sock
tmpdir=$folder/$name-tmp
pid-file=$folder/$name/server.pid
bind-address=127.0.0.1
port=${ports[$i]}
server-id=$((i + 1))
log-bin=binlog
relay-log=relay
binlog-format=ROW
log-slave-updates=1
gtid-strict-mode=1
sync-binlog=0
innodb-flush-log-at-trx-commit=2
innodb-log-file-size=4M
innodb-buffer-pool-size=16M
performance-schema=OFF
skip-name-resolve
CNF
    [ -z "$user" ] || echo user=root >>"$folder/$name.cnf"
    run_server "$name" --init-file="$folder/users.sql" &
  done
  wait
  rm -r "$folder/users.sql" "$folder/template"
  for name in "${names[@]}"; do echo 'SELECT 1' | sql "$name" >/dev/null; done
  follow replica upstream
  follow downstream replica
  ;;
down)
  for name in "${names[@]}"; do
    [ -e "$folder/$name.pid" ] && kill -KILL "$(cat "$folder/$name.pid")" 2>/dev/null || true
  done
  for name in "${names[@]}"; do while is_alive "$name"; do sleep 0.01; done; done
  ;;

# A capture that is the intermediate server itself, and dies in whatever it does.
kill) kill -KILL "$(cat "$folder/replica.pid")" ;;
term) kill -TERM "$(cat "$folder/replica.pid")" ;;
start)
  run_server replica
  echo 'STOP SLAVE IO_THREAD; START SLAVE IO_THREAD' | sql downstream # connects at once, instead of within a second
  ;;
status) is_alive replica ;;

# A capture that is the intermediate server's replication, which is stopped between two events: harmless.
stop-replication) echo 'STOP SLAVE' | sql replica ;;
stop-applying) echo 'STOP SLAVE SQL_THREAD' | sql replica ;;
start-replication) echo 'START SLAVE' | sql replica ;;
# Not being able to ask is no answer.
replicates)
  status=$(echo 'SHOW SLAVE STATUS\G' | sql replica) || exit 126
  grep -q 'Slave_SQL_Running: Yes' <<<"$status"
  ;;

error)
  found=$(error_of replica)
  if [ -n "$found" ]; then echo "$found"; else error_of downstream; fi
  ;;
reset)
  is_alive replica || run_server replica
  position=$(echo 'SELECT @@gtid_binlog_pos' | sql upstream --skip-column-names)
  for name in replica downstream; do
    drops=$(echo "SELECT CONCAT('DROP DATABASE ', SCHEMA_NAME, ';') FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'cdcheck\\_%'" | sql "$name" --skip-column-names)
    sql "$name" <<SQL
STOP SLAVE;
SET sql_log_bin = 0;
$drops
RESET MASTER;
SET GLOBAL gtid_slave_pos = '$position';
SET GLOBAL gtid_binlog_state = '$position';
START SLAVE;
SQL
  done
  ;;
*)
  echo "native.sh: unknown command $command" >&2
  exit 2
  ;;
esac
