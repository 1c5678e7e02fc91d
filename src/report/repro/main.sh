# ---- The tries. ------------------------------------------------------------------------------------------------------

end_all() {
  local file
  for file in "$dir"/*.pid; do
    [ ! -e "$file" ] || end_after 0 "$(basename "$file" .pid)" KILL
  done
}

# Ends every process that has our folder in its command line: nobody else's has.
clean_up() {
  trap '' INT TERM HUP
  broken 'the script ends'
  local line ours=1
  while [ -n "$ours" ]; do
    ours=''
    for line in /proc/[0-9]*/cmdline; do
      grep -qs "$base" "$line" || continue
      line=${line%/cmdline}
      ! is_alive "${line#/proc/}" || { kill -KILL "${line#/proc/}" && ours=1; }
    done 2>/dev/null
  done
  rm -rf "$base"
}

# One try on servers of its own; prints what is seen. Ends the script where it is the failure that was found.
try() {
  local crash
  seen=''
  mkdir "$dir"
  create_servers
  [ -e "$base/broken" ] || start_captures
  query upstream "CREATE DATABASE $database" || broken 'the database cannot be made'
  [ -e "$base/broken" ] || { open_session && commands; }
  crash=$(cat "$dir"/*.log | grep -m 1 -P "$crash_lines")
  [ -z "$crash" ] || seen="crash: $crash"
  if shows; then
    printf 'try %d of %d: %s\nit shows\n' "$number" "$tries" "$seen"
    exit 1
  elif [ -z "$seen" ] && [ -e "$base/broken" ]; then
    printf 'try %d of %d: inconclusive, %s\n' "$number" "$tries" "$(<"$base/broken")"
  else
    printf 'try %d of %d: %s\n' "$number" "$tries" "${seen:+another failure, }${seen:-nothing wrong}"
    told=$((told + 1))
  fi
  end_all
  rm -rf "$dir" "$base/broken"
}

case $tries in
  '' | *[!0-9]* | 0) echo "cannot run: '$tries' is not a number of tries" >&2 && exit 2 ;;
esac
PATH=$PATH:/usr/sbin:/sbin
for program in mariadbd mariadb mariadb-binlog mariadb-install-db setsid flock diff; do
  command -v "$program" >/dev/null || { echo "cannot run: $program is not on the PATH" >&2 && exit 2; }
done
umask 077
base=$(mktemp -d "${TMPDIR:-/tmp}/repro-XXXXXX") || exit 2
dir=$base/try
trap clean_up EXIT
trap 'exit 130' INT TERM HUP
mkfifo "$base/never" && exec {never}<>"$base/never"
as_user=()
[ "$(id -u)" -ne 0 ] || as_user=(--user=root)
prepare
[ ! -e "$base/broken" ] || { echo "cannot run: $(<"$base/broken")" >&2 && exit 2; }
told=0
for ((number = 1; number <= tries; number++)); do
  try
done
[ "$told" -gt 0 ] || { echo 'cannot run: no try told anything' >&2 && exit 2; }
echo "it does not show in $told tries"
