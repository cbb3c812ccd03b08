#!/bin/sh
# A program that asks a model, without the model: it prints what `cli-program.ts` wrote into the folder that CLI_DOUBLE names,
# and notes what it was given. A shell starts in a tenth of the time that Node takes.
noted=$CLI_DOUBLE/asked-$$
: > "$noted.argv"
for argument; do
  printf '%s\0' "$argument" >> "$noted.argv"
  case $before in
    -m | --model) model=$argument ;;
    -o) output=$argument ;;
    --json-schema) isStructured=1 ;;
    --output-schema) schema=$argument ;;
    --prompt) prompt=$argument ;;
  esac
  before=$argument
done
/usr/bin/env > "$noted.environment"
PATH=/usr/bin:/bin
pwd > "$noted.cwd"
for file in * .[!.]*; do
  if [ -e "$file" ]; then echo "$file"; fi
done > "$noted.found"
at=$CLI_DOUBLE/any
if [ -d "$CLI_DOUBLE/model-$model" ]; then at=$CLI_DOUBLE/model-$model; fi
read -r does code < "$at/does"
if [ "$does" = deaf ]; then : > "$noted.stdin"; else cat > "$noted.stdin"; fi
if [ -n "$schema" ]; then cat "$schema" > "$noted.schema"; fi
if [ -n "$prompt" ]; then cat "$prompt" > "$noted.prompt"; fi
echo $$ >> "$CLI_DOUBLE/asked"

if [ -s "$at/stderr" ]; then cat "$at/stderr" >&2; fi
case $does in
  hang)
    echo "[$$]" > "$CLI_DOUBLE/pids"
    exec sleep 1000
    ;;
  stubborn)
    # Neither it nor what it started goes when it is asked to.
    trap '' TERM
    sleep 1000 > /dev/null 2>&1 &
    echo "[$$, $!]" > "$CLI_DOUBLE/pids"
    wait
    ;;
  leave)
    # It ends well, and leaves somebody behind who holds its output.
    sleep 1000 &
    echo "[$$, $!]" > "$CLI_DOUBLE/pids"
    ;;
  signal) kill -s SEGV $$ ;;
esac
if [ -n "$output" ] && [ -f "$at/text" ]; then cat "$at/text" > "$output"; fi
if [ -n "$isStructured" ] && [ -f "$at/structured" ]; then cat "$at/structured"; else cat "$at/stdout"; fi
exit "$code"
