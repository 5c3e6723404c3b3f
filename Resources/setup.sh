#!/bin/sh
# Installs what Raylette needs to be built, tested and run, with the system's package manager.
# Says nothing when all of it is there. Run it from anywhere: sh Resources/setup.sh
set -eu

fail() {
  echo "setup: $*" >&2
  exit 1
}

# --- Swift ---------------------------------------------------------------------------------------

needed_swift=6.2
command -v swift >/dev/null 2>&1 ||
  fail "Swift $needed_swift or later is needed; get it from https://www.swift.org/install"
swift_version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
case $swift_version in
  [1-5].* | 6.[01] | 6.[01].* | "")
    fail "Swift $needed_swift or later is needed, this is ${swift_version:-unknown}; get it from https://www.swift.org/install"
    ;;
esac

# --- What is missing -----------------------------------------------------------------------------

# Libraries by pkg-config name: the terminal, the database, XML, Markdown, compressed pages, text from
# right to left, charsets.
libraries="ncursesw sqlite3 expat libcmark-gfm zlib fribidi uchardet"
# Fetches pages. It's loaded while running, and building needs no headers of it. The tests' servers use
# the OpenSSL that comes with it, except in macOS, where it has none.
has_libcurl() {
  [ "$(uname)" = Darwin ] || PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -q 'libcurl\(-gnutls\)\?\.so\.4'
}
# Programs: pictures, QR codes and sync while running, a terminal to test in.
programs="chafa qrencode git tmux"
# The programs' packages, and a server to test sync with, which isn't in everybody's PATH.
packages="$programs openssh-server"

has_ssh_server() { [ "$(uname)" = Darwin ] || PATH=$PATH:/usr/sbin:/sbin command -v sshd >/dev/null 2>&1; }

everything_is_there() {
  for program in pkg-config $programs; do
    command -v "$program" >/dev/null 2>&1 || return 1
  done
  has_ssh_server && has_libcurl || return 1
  if [ "$(uname)" = Darwin ]; then
    # The SDK has SQLite, expat and zlib; Homebrew's libraries are out of pkg-config's sight.
    command -v brew >/dev/null 2>&1 &&
      [ -d "$(brew --prefix)/opt/ncurses" ] && [ -d "$(brew --prefix)/opt/cmark-gfm" ] &&
      [ -d "$(brew --prefix)/opt/fribidi" ] && [ -d "$(brew --prefix)/opt/uchardet" ] &&
      [ -d "$(brew --prefix)/opt/openssl@3" ]
  else
    # shellcheck disable=SC2086 # one word a library
    pkg-config --exists $libraries || return 1
    # What terminals with more than 256 colours are called, which Debian has in a package of its own.
    ! command -v infocmp >/dev/null 2>&1 || infocmp xterm-direct >/dev/null 2>&1
  fi
}

everything_is_there && exit 0

# --- How to get it -------------------------------------------------------------------------------

refresh=true
if command -v apt-get >/dev/null 2>&1; then
  refresh="apt-get update"
  install="env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
libncurses-dev ncurses-term libsqlite3-dev libexpat1-dev libcmark-gfm-dev libcmark-gfm-extensions-dev zlib1g-dev libfribidi-dev libuchardet-dev libcurl4 ca-certificates pkg-config $packages openssh-client"
elif command -v dnf >/dev/null 2>&1; then
  install="dnf install -y \
ncurses-devel ncurses-term sqlite-devel expat-devel cmark-gfm-devel zlib-devel fribidi-devel uchardet-devel libcurl glibc-gconv-extra pkgconf-pkg-config $packages openssh-clients"
elif command -v pacman >/dev/null 2>&1; then
  # Refreshing without upgrading is not supported there, so only where there is no list at all.
  [ -n "$(find /var/lib/pacman/sync -name '*.db' 2>/dev/null | head -n 1)" ] || refresh="pacman -Sy"
  install="pacman -S --needed --noconfirm ncurses sqlite expat cmark-gfm zlib fribidi uchardet curl pkgconf $programs openssh"
elif command -v brew >/dev/null 2>&1; then
  install="brew install ncurses cmark-gfm fribidi uchardet openssl@3 pkgconf $programs"
else
  fail "found no apt, dnf, pacman or brew; install these yourself: pkg-config, $programs, sshd," \
    "libcurl, and the headers of ncurses (wide), sqlite3, expat, cmark-gfm, zlib, fribidi, uchardet"
fi

as_root=
case $install in
  brew*) ;;
  *)
    if [ "$(id -u)" -ne 0 ]; then
      command -v sudo >/dev/null 2>&1 || fail "not root, and there is no sudo; run as root: $install"
      as_root=sudo
    fi
    ;;
esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing libraries and programs, this may take a minute" >&2
# shellcheck disable=SC2086 # words on purpose
if ! { $as_root $refresh && $as_root $install; } >"$log" 2>&1; then
  cat "$log" >&2
  fail "could not install; the lines above tell why. The command was: $as_root $install"
fi
everything_is_there || fail "installed, and still something is missing; the command was: $install"
