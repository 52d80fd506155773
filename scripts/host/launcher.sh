#!/bin/sh
# Runs launcher.ts on the repository's own Node 24, whatever Node is on the PATH: @vscode/test-electron starts
# this file in the place of desktop VS Code's executable.
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../../node_modules/.bin/node" "$here/launcher.ts" "$@"
