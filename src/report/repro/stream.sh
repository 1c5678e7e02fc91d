# ---- Captures: each a `mariadb-binlog` piped into a `mariadb`; the one that is alive for longest is at work, the owner. --

servers=(upstream downstream)

start_captures() {
  : >"$dir/alive"
  capture_program >"$base/capture.sh"
  lives=0
  start_capture 0 0
  start_capture 1 0
}

kill_capture() {
  end_after "$3" "capture$1" "$2" || return
  locked forget "$1"
}

# Returns once it stands in line: it has the owner's lock, or waits for it.
start_capture() {
  local name=capture$1 start
  pause "$2"
  [ ! -e "$dir/$name.pid" ] || ! is_alive "$(<"$dir/$name.pid")" || return
  start=$name.$BASHPID.$((++lives))
  : >"$dir/$name.log"
  setsid bash "$base/capture.sh" mariadb "$base/client.cnf" "$dir/downstream.sock" "$start" mariadb-binlog \
    "$dir/upstream.sock" "$((100 + $1))" binlog.000001 >"$dir/$name.log" 2>&1 &
  echo $! >"$dir/$name.pid"
  disown
  locked remember "$1"
  until [ "$(query downstream "SELECT COUNT(*) FROM information_schema.PROCESSLIST
      WHERE ID = IS_USED_LOCK('$start') AND (STATE = 'User lock' OR ID = IS_USED_LOCK('$owner_lock'))")" = 1 ]; do
    is_alive "$(<"$dir/$name.pid")" || return
    pause 1
  done
}

# The error with which a capture has ended by itself, as "NUMBER TEXT".
error_of() {
  is_alive "$(<"$dir/capture$1.pid")" && return
  local line errno
  line=$(grep -m 1 '^ERROR ' "$dir/capture$1.log")
  errno=${line#ERROR }
  echo "${errno%% *} capture $1: ${line:-ended by itself}"
}

# Prints "synced", "failed NUMBER TEXT", or "behind" and how far downstream is. A transaction enters the position shortly before its
# rows can be seen; it is over when the session that applies it waits for its next statement.
look() {
  local capture error position
  while read -r capture; do
    error=$(error_of "$capture")
    if [ -n "$error" ]; then
      echo "failed $error"
      return
    fi
  done <"$dir/alive"
  position=$(query downstream 'SELECT @@gtid_binlog_pos')
  if [ "${position##*-}" = "${1##*-}" ] && [ "$(query downstream "SELECT COMMAND FROM information_schema.PROCESSLIST
      WHERE ID = IS_USED_LOCK('$owner_lock')")" = Sleep ]; then
    echo synced
  else
    echo "behind: $position"
  fi
}
