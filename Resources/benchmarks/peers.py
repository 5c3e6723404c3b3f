#!/usr/bin/env python3
"""Measures Raylette beside buku and newsboat, where both can do the same, on the same generated links.

usage: Resources/benchmarks/peers.py <raylette program> [count, 10000 unless told]

buku: import of a bookmark file, and a search from the shell. newsboat: first screen, the list of all entries of
one feed, and a page down, with the same titles and addresses as a feed. Medians; buku's import takes minutes.
"""
import os, statistics, subprocess, sys, tempfile, time
from saved import Terminal, bookmarks, spread

SEARCHES = ["swift", "swift ray", "database"]


def seconds(command, environment):
    start = time.monotonic()
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def searches(command, environment):
    return "  ".join(f"{text}: {statistics.median(seconds(command + text.split(), environment) for _ in range(5)):.3f} s"
                     for text in SEARCHES)


def feed(count, path):
    with open(path, "w") as file:
        file.write('<?xml version="1.0"?><rss version="2.0"><channel><title>Links</title><link>https://e.test/</link>')
        for number in range(count):
            address = f"https://e.test/{number}"
            file.write(f"<item><title>Link {number}</title><link>{address}</link><guid>{address}</guid></item>")
        file.write("</channel></rss>")


def screens(command, environment, key, page_down):
    firsts, lists, pages = [], [], []
    for _ in range(5):
        terminal = Terminal(command, environment)
        firsts.append(terminal.settle(terminal.start))
        lists.append(terminal.press(key))
        pages += [terminal.press(page_down) for _ in range(5)]
        memory = terminal.peak_memory()
        terminal.stop()
    return f"first screen {spread(firsts)}\n    list {spread(lists)}\n    page down {spread(pages)}\n    {memory:.1f} MB"


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "ESCDELAY": "5"}
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
            environment.pop(name, None)
        file = os.path.join(home, "bookmarks.html")
        bookmarks(count, file)
        print(f"{count} links")
        print(f"  raylette import {seconds([program, 'saved', 'import', file], environment):8.2f} s")
        print(f"  buku import     {seconds(['buku', '--nostdin', '--tacit', '-i', file], environment):8.2f} s", flush=True)
        print(f"  raylette search {searches([program, 'saved', 'search'], environment)}")
        print(f"  buku search     {searches(['buku', '--nostdin', '--np', '-S'], environment)}", flush=True)
        feed(count, os.path.join(home, "feed.xml"))
        for name, text in (("urls", f"file://{home}/feed.xml\n"), ("config", "max-items 0\n")):
            with open(os.path.join(home, name), "w") as output:
                output.write(text)
        newsboat = ["newsboat", "-u", f"{home}/urls", "-c", f"{home}/cache.db", "-C", f"{home}/config"]
        seconds(newsboat + ["-x", "reload"], environment)
        print(f"  raylette\n    {screens([program], environment, '2', chr(6))}")
        print(f"  newsboat\n    {screens(newsboat, environment, chr(13), chr(27) + '[6~')}")


if __name__ == "__main__":
    main()
