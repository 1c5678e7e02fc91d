# ---- Captures alive, the owner first: one number a line in a file, since lanes are subshells. ------------------------

owner() {
  head -n 1 "$dir/alive"
}

locked() {
  { flock 9 && "$@"; } 9>"$dir/alive.lock"
}

remember() {
  echo "$1" >>"$dir/alive"
}

forget() {
  local others
  others=$(grep -vx "$1" "$dir/alive")
  printf '%s' "${others:+$others$'\n'}" >"$dir/alive"
}

# ---- Lanes: commands that run at once with others, each lane in a subshell on a connection of its own. --------------

# Runs these functions at once, each so many ms after the block began, and waits for all of them: MS FUNCTION...
at_once() {
  local running=()
  while [ $# -gt 0 ]; do
    (open_session && pause "$1" && "$2") &
    running+=($!)
    shift 2
  done
  wait "${running[@]}"
}

# ---- What came of it: `seen` is empty, or what is wrong. -------------------------------------------------------------

# Waits until everybody has all that upstream has, but no longer than $stuck_after s without progress.
catch_up() {
  local target now progress='' moved=$SECONDS
  [ -s "$dir/alive" ] || start_capture 0 0
  target=$(query upstream 'SELECT @@gtid_binlog_pos')
  while [ ! -e "$base/broken" ]; do
    now=$(look "$target")
    case $now in
      synced) return ;;
      failed*)
        seen=$now
        return
        ;;
    esac
    [ "$now" = "$progress" ] || moved=$SECONDS
    progress=$now
    if [ $((SECONDS - moved)) -gt "$stuck_after" ]; then
      seen="stuck: $now, upstream is at $target"
      return
    fi
  done
}

# All that one side holds, one line each for tables, columns, indexes, partitions and rows, with the partition that a row is in.
dump() {
  local table partition of="TABLE_SCHEMA = '$database'"
  query "$1" "
    SELECT 'table', TABLE_NAME FROM information_schema.TABLES WHERE $of;
    SELECT 'column', TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IFNULL(COLUMN_DEFAULT, 'NULL') FROM information_schema.COLUMNS
      WHERE $of ORDER BY TABLE_NAME, ORDINAL_POSITION;
    SELECT 'index', TABLE_NAME, INDEX_NAME, COLUMN_NAME FROM information_schema.STATISTICS WHERE $of ORDER BY 2, 3, 4;
    SELECT 'partition', TABLE_NAME, PARTITION_NAME, PARTITION_DESCRIPTION FROM information_schema.PARTITIONS
      WHERE $of AND PARTITION_NAME IS NOT NULL ORDER BY TABLE_NAME, PARTITION_ORDINAL_POSITION"
  query "$1" "SELECT TABLE_NAME, IFNULL(PARTITION_NAME, '-') FROM information_schema.PARTITIONS WHERE $of
      ORDER BY TABLE_NAME, PARTITION_ORDINAL_POSITION" |
    while IFS=$'\t' read -r table partition; do
      local from="\`$database\`.\`$table\`"
      [ "$partition" = - ] || from+=" PARTITION (\`$partition\`)"
      query "$1" "SELECT 'row', '$table', '$partition', t.* FROM $from AS t ORDER BY id" </dev/null ||
        printf 'unreadable\t%s\t%s\n' "$table" "$partition"
    done
}

# One `check` of the sequence. False where something is wrong, which ends the try. At the last one upstream is compared with what it must
# hold, where that is what went wrong.
check() {
  catch_up
  [ -z "$seen" ] || return
  dump upstream >"$dir/upstream.dump"
  dump downstream >"$dir/downstream.dump"
  if ! diff "$dir/upstream.dump" "$dir/downstream.dump" >"$dir/difference"; then
    seen=$(printf 'differs: upstream (<) and downstream (>)\n' && grep '^[<>]' "$dir/difference")
  fi
  [ -n "$seen" ] || [ "${1-}" != last ] || ! must_hold >"$dir/right" ||
    diff <(sort "$dir/right") <(grep -E '^(table|partition|row)\s' "$dir/upstream.dump" | sort) >"$dir/difference" ||
    seen=$(printf 'upstream is (>), and must be (<)\n' && grep '^[<>]' "$dir/difference")
  [ -z "$seen" ]
}

# What became of a command: its number and "ok" or the error's number.
outcome() {
  local error
  error=$(grep -s -m 1 "^$1 ERROR " "$dir/errors")
  error=${error#* ERROR }
  error=${error:-ok}
  printf 'outcome %d %s' "$1" "${error%% *}"
}
