# ---- Captures: replicas of upstream; downstream replicates from the one that is alive for longest, the owner. --------

servers=(upstream downstream replica0 replica1)

# Makes NAME a replica of FROM.
replicate() {
  query "$1" "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = $(<"$dir/$2.port"), MASTER_USER = 'repro',
    MASTER_PASSWORD = '$(sed -n 's/^password=//p' "$base/client.cnf")', MASTER_USE_GTID = slave_pos,
    MASTER_CONNECT_RETRY = 1; START SLAVE" || broken "$1 cannot be made a replica of $2: $(<"$base/query.error")"
}

start_captures() {
  printf '%s\n' 0 1 >"$dir/alive"
  echo 0 >"$dir/attached"
  replicate replica0 upstream
  replicate replica1 upstream
  follow
}

kill_capture() {
  end_after "$3" "replica$1" "$2" || return
  locked forget "$1"
  follow &
}

start_capture() {
  pause "$2"
  ! is_alive "$(<"$dir/replica$1.pid")" || return
  start_server "replica$1"
  locked remember "$1"
  follow &
}

# Attaches downstream to the owner, after all attachments that were asked for before. A replica that is behind downstream
# cannot serve it (error 1236), so it is given the time to catch up.
follow() {
  (
    flock 8
    owner=$(owner)
    [ -n "$owner" ] && [ "$(<"$dir/replica$owner.port")" != "$(<"$dir/attached")" ] || exit
    [ -z "$(error_of downstream)" ] || exit
    echo 0 >"$dir/attached"
    query downstream 'STOP SLAVE'
    position=$(query downstream 'SELECT @@gtid_slave_pos')
    until [ "$(query "replica$owner" "SELECT MASTER_GTID_WAIT('$position', 0.03)")" = 0 ]; do
      [ "$(owner)" = "$owner" ] && [ -z "$(error_of "replica$owner")" ] || exit
    done
    cp "$dir/replica$owner.port" "$dir/attached"
    replicate downstream "replica$owner"
  ) 8>"$dir/attaching.lock"
}

# The error with which replication into a server has stopped, as "NUMBER TEXT"; nothing where it runs or will connect again.
error_of() {
  local key value sql='' sql_errno=0 sql_error='' io='' io_errno=0 io_error=''
  while IFS=: read -r key value; do
    value=${value# }
    case ${key##* } in
      Slave_SQL_Running) sql=$value ;;
      Last_SQL_Errno) sql_errno=$value ;;
      Last_SQL_Error) sql_error=$value ;;
      Slave_IO_Running) io=$value ;;
      Last_IO_Errno) io_errno=$value ;;
      Last_IO_Error) io_error=$value ;;
    esac
  done < <(query "$1" 'SHOW ALL SLAVES STATUS\G' --column-names)
  if [ "$sql" = No ] && [ "$sql_errno" -gt 0 ]; then
    echo "$sql_errno $1: $sql_error"
  elif [ "$io" = No ] && [ "$io_errno" -gt 0 ] && ! will_connect "$io_errno"; then
    echo "$io_errno $1: $io_error"
  fi
}

# Errors of the client library, and those of a server that is full or goes down: MariaDB then connects again by itself.
will_connect() {
  [ "$1" -ge 2000 ] || [[ " 1040 1053 1158 1159 1160 1161 1927 " == *" $1 "* ]]
}

# Prints "synced", "failed NUMBER TEXT", or "behind" and how far everybody is.
look() {
  local part error waiting='' positions=''
  for part in downstream $(sed 's/^/replica/' "$dir/alive"); do
    error=$(error_of "$part")
    if [ -n "$error" ]; then
      echo "failed $error"
      return
    fi
  done
  for part in downstream $(sed 's/^/replica/' "$dir/alive"); do
    [ -n "$waiting" ] || [ "$(query "$part" "SELECT MASTER_GTID_WAIT('$1', 0.03)")" = 0 ] || waiting=$part
    positions+=" $part $(query "$part" 'SELECT @@gtid_slave_pos')"
  done
  if [ -z "$waiting" ]; then echo synced; else echo "behind:$positions"; fi
}
