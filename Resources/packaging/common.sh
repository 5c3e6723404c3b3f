# shellcheck shell=sh
# What the packaging scripts share: where things are, their options, and how they fail. A script
# sources this file after `set -eu`, and then calls `options "$@"`.

# shellcheck disable=SC2034 # the scripts use these
summary="wheel of links for the terminal"
packaging=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$packaging/../.." && pwd)

binary=              # --binary: the program to package; built when there's none
build=$root/.build   # --build: the build folder, whose checkouts say what's linked
output=              # --output: the folder for what a script makes
homepage=            # --homepage: the project's address, for formats that name one

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# need PROGRAM PACKAGE: stops with one line if a program is missing; the package is Debian's.
need() {
  command -v "$1" >/dev/null 2>&1 || fail "$1 is missing; on Debian it's in the package $2"
}

# What's unquoted is split at line ends only, so that folders can have spaces in their names.
IFS='
'

# Reads the options that all scripts have. What's left is in $arguments, one a line.
options() {
  arguments=
  while [ $# -gt 0 ]; do
    case $1 in
      --binary | --build | --output | --homepage)
        [ $# -gt 1 ] || fail "$1 needs a value"
        case $1 in
          --binary) binary=$(absolute "$2") ;;
          --build) build=$(absolute "$2") ;;
          --output) output=$(absolute "$2") ;;
          --homepage) homepage=$2 ;;
        esac
        shift 2
        ;;
      --)
        shift
        break
        ;;
      -*)
        fail "there's no option $1"
        ;;
      *)
        arguments="$arguments$1
"
        shift
        ;;
    esac
  done
  output=${output:-$root/.build/packages}
}

absolute() {
  case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
  esac
}

# Builds the program unless --binary named one, and asks it for its version, which is nowhere else.
find_binary() {
  [ -n "$binary" ] || binary=$("$packaging/build")
  [ -x "$binary" ] || fail "there's no program at $binary"
  version=$("$binary" --version | sed -n '1s/ .*//;1p')
  case $version in
    [0-9]*.[0-9]*.[0-9]*) ;;
    *) fail "$binary --version says \"$version\", which isn't a version" ;;
  esac
}

# commit FORMAT: something about the last commit, if this is a clone; its hash also in an archive of the
# source, which has it in a file.
commit() {
  if [ -e "$root/.git" ]; then
    git -C "$root" log -1 --format="$1" 2>/dev/null
  else
    [ "$1" = %H ] && cat "$root/.commit" 2>/dev/null
  fi
}

# All files of a package get the time of the commit, so that two packages of it are the same. Archives
# of the source have given it to their files.
find_time() {
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(commit %ct || date -r "$root/Package.swift" +%s)}
  export SOURCE_DATE_EPOCH
}
