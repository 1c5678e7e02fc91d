# ---- Servers: each has its data, socket, log, pid and port under $dir, by its name. ----------------------------------

# What keeps a try from telling anything. It may come from a subshell, so it is left in a file, and the first one counts.
broken() {
  [ -e "$base/broken" ] || printf "%s\n" "$*" >"$base/broken"
}

# Waits so many ms, without another process. Nobody ever writes into the pipe.
pause() {
  [ "$1" -eq 0 ] && return
  local seconds
  printf -v seconds '%d.%03d' "$(($1 / 1000))" "$(($1 % 1000))"
  read -r -t "$seconds" -u "$never" _
}

is_alive() {
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null && [[ ${stat##*) } != [ZX]* ]]
}

# After so many ms, sends a signal to a process and its children and returns once it is dead: MS NAME SIGNAL. Nothing that takes time comes
# between the wait and the signal. After 30 s in vain it is KILL. False where it is dead already.
end_after() {
  local pid begun
  read -r pid <"$dir/$2.pid"
  is_alive "$pid" || return
  pause "$1"
  kill "-$3" -- "-$pid" 2>/dev/null
  begun=$SECONDS
  while is_alive "$pid"; do
    [ $((SECONDS - begun)) -lt 30 ] || kill -KILL -- "-$pid" 2>/dev/null
    pause 1
  done
  kill -KILL -- "-$pid" 2>/dev/null
  return 0
}

# One statement to a server: NAME STATEMENT [more options].
query() {
  mariadb --defaults-file="$base/client.cnf" --socket="$dir/$1.sock" --batch --skip-column-names \
    --execute="$2" "${@:3}" 2>"$base/query.error"
}

# Starts a server on its data and waits until it answers: NAME [more options]. Every start takes another port.
start_server() {
  local name=$1 port _
  shift
  for _ in 1 2 3 4 5; do
    while
      port=$((10000 + (RANDOM * 32768 + RANDOM + BASHPID * 7919) % 20000))
      (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null
    do :; done
    server_options "$name" "$port"
    setsid mariadbd "${options[@]}" "$@" >>"$dir/$name.log" 2>&1 &
    echo $! >"$dir/$name.pid"
    disown
    while is_alive "$(<"$dir/$name.pid")"; do
      if query "$name" 'SELECT 1' >/dev/null; then
        echo "$port" >"$dir/$name.port"
        return
      fi
      pause 10
    done
    grep -q 'Bind on TCP/IP port' "$dir/$name.log" || break
  done
  broken "$name does not start: $(grep -i error "$dir/$name.log" | tail -1)"
}

# Makes a server from nothing: NAME. The init file leaves no user but our own.
create_server() {
  { mkdir -p "$dir/$1-tmp" && cp -r "$base/template" "$dir/$1"; } || broken "no room under $dir"
  start_server "$1" "--init-file=$base/users.sql"
}

# The data folder that all servers start as copies of, and the options and statements with our user's password.
prepare() {
  local password
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '[client]\nuser=repro\npassword=%s\n' "$password" >"$base/client.cnf"
  users "$password" >"$base/users.sql"
  mkdir "$base/install-tmp"
  mariadb-install-db --no-defaults "${as_user[@]}" --datadir="$base/template" --tmpdir="$base/install-tmp" \
    --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve "${layout[@]}" \
    >"$base/install.log" 2>&1 &
  wait $! || broken "mariadb-install-db failed: $(tail -1 "$base/install.log")"
}

create_servers() {
  local name creating=()
  for name in "${servers[@]}"; do
    create_server "$name" &
    creating+=($!)
  done
  wait "${creating[@]}"
}

# ---- Our connection to upstream, one for each (sub)shell. ------------------------------------------------------------

open_session() {
  local pipe=$dir/session$BASHPID
  mkfifo "$pipe.in" "$pipe.out"
  setsid mariadb --defaults-file="$base/client.cnf" --socket="$dir/upstream.sock" --force --unbuffered --batch \
    --skip-column-names "$database" <"$pipe.in" >"$pipe.out" 2>&1 &
  echo $! >"$pipe.pid"
  disown
  exec {to}>"$pipe.in" {from}<"$pipe.out"
}

# The statements of one command, one after the other, and waits for their outcome: NUMBER STATEMENT...
sql() {
  local number=$1 line
  shift
  printf '%s;\n' "$@" "SELECT 'end of $number'" >&"$to"
  while IFS= read -r -u "$from" line; do
    [ "$line" = "end of $number" ] && return
    [[ $line == 'ERROR '* ]] && printf '%s %s\n' "$number" "$line" >>"$dir/errors"
  done
  broken "upstream has gone at command $number"
}
