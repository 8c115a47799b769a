#!/bin/sh
# Bot for Parlour in plain POSIX shell. It plays the first legal action. See docs/bot-protocol.md.
# The server writes the type first and no blanks between fields.
while IFS= read -r line; do
  case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"First card (shell)"}' ;;
    '{"type":"match"'*) echo '{"type":"ready"}' ;;
    '{"type":"go"'*)
      id=${line#*'"id":'}
      id=${id%%[!0-9]*}
      legal=${line#*'"legal":["'}
      legal=${legal%%'"]'*}
      printf '{"type":"bestaction","id":%s,"action":"%s"}\n' "$id" "${legal%%'"'*}" ;;
    '{"type":"refused"'*)
      # Try another action: the last one.
      printf '{"type":"bestaction","id":%s,"action":"%s"}\n' "$id" "${legal##*'"'}" ;;
    *'"type":"ping"'*) echo '{"type":"pong"}' ;;
    '{"type":"quit"'*) exit 0 ;;
  esac
done
