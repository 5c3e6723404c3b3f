#!/usr/bin/env python3
"""Exports and restores a home of many links with all their fields, and compares every row.

    python3 Resources/benchmarks/home.py [--program FILE] [--home FOLDER] [links] [texts]

Without --home, the links are made here: 100,000 of them, the texts of 5,000, three wheels and a
full history. With it, they're those of a copy of that home. Prints the time and the memory of each
step, and fails if anything is lost.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from terminal import environment_of

HIDDEN = {
    "wheel": {"id", "firstLink", "lastLink"},
    "wheelLink": {"id", "wheelID"},
    "wheelTopic": {"wheelID", "linkID"},
    "visit": {"id"},
    "keptPicture": {"id"},
}
ORDER = {
    "wheel": "id", "wheelLink": "wheelID, id", "wheelTopic": "wheelID, topic, linkID",
    "visit": "id", "reading": "rowid", "keptPicture": "id",
}
TABLES = [
    "link", "trashArrival", "article", "articleBody", "keptPicture", "articleFailure", "reading",
    "wheel", "wheelLink", "wheelTopic", "seenLink", "neverAgain", "visit", "sharedSetting",
    "startDay",
]


def moment(number):
    return f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T01:02:03.{number % 999983 + 1}Z"


def lines(links, texts):
    """The lines of an export, as the program writes them."""
    words = "the quick brown fox jumps over a lazy dog while swift links spin on wheels".split()
    counts = {}

    def line(kind, **fields):
        counts[kind] = counts.get(kind, 0) + 1
        return json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":"))

    def text(number, count):
        return " ".join(words[(number * 7 + i * i) % len(words)] for i in range(count))

    yield '{"format":"raylette","kind":"header","program":"1.0.0","version":1}'
    for n in range(1, links + 1):
        url = f"https://site{n % 997}.example/page/{n}?q={n}"
        metadata = {
            "version": 2, "originalURL": url, "url": url, "title": f"Page {n} {text(n, 6)}",
            "summary": text(n, 25), "siteName": f"Site {n % 997}", "author": f"Author {n % 313}",
        }
        fields = dict(
            id=n, url=url, title=f"Title {n}", siteName=metadata["siteName"],
            summary=metadata["summary"], tags=[f"t{n % 50}", f"Tag {n % 7}", "ö"],
            note=f"{text(n, 8)}\nline {n}", savedAt=moment(n), openedAt=moment(n + 1),
            metadata=metadata,
            checked={"checkedAt": 800000000.5 + n, "outcome": {"gone": {}} if n % 9 else {"ok": {}}})
        if n % 20 == 0:
            fields.update(removedAt=moment(n + 2), removalArrivedAt=moment(n + 3))
        yield line("link", **fields)
    for n in range(1, texts + 1):
        blocks = [{"paragraph": {"_0": [{"text": {"_0": text(n + i, 60)}}]}} for i in range(20)]
        yield line(
            "text", link=n, url=f"https://site{n % 997}.example/page/{n}?q={n}",
            keptAt=moment(n), article={"blocks": blocks, "title": f"Title {n}", "wordCount": 1200})
    for n in range(1, texts // 10 + 1):
        yield line("picture", link=n, url=f"https://site.example/{n}.png", data="AAECAwQF" * 500)
    for n in range(texts + 1, texts + 500):
        yield line("failure", link=n, reason="no article", isPermanent=True, failedAt=moment(n))
    for n in range(1, links // 4):
        yield line(
            "reading", page=f"https://site{n % 997}.example/page/{n}?q={n}", progress=n / links,
            block=n % 40, offset=n % 100, readAt=moment(n), changedAt=moment(n))
    wheels = [("one", links // 10), ("two", 3000), ("three", 10)]
    for name, total in wheels:
        yield line(
            "wheel", name=name, createdAt=moment(1), updatedAt=moment(2), isRemembered=True,
            round=1, unseen=total // 2, spinnable=total - 1, total=total,
            sources=[{"location": "https://list.example/"}], topics=["a", "b"])
    for name, total in wheels:
        for n in range(total):
            yield line(
                "wheelLink", wheel=name, slot=(n * 7919) % total if total % 7919 else n,
                url=f"https://wheel.example/{n}", title=f"Link {n}", summary=text(n, 9),
                language="C++", topics=["a", f"b{n % 20}"])
    for n in range(3000):
        yield line("seen", url=f"https://wheel.example/{n:06}", seenAt=moment(n))
    for n in range(50):
        yield line("never", host=f"never{n:03}.example", addedAt=moment(n))
    for n in range(2000):
        yield line(
            "visit", url=f"https://wheel.example/{n}", title=f"Link {n}", wheel="one",
            seenAt=moment(n))
    yield line("setting", key="search later", value="is:unread", changedAt=moment(1))
    for n in range(30):
        yield line("start", day=f"2026-01-{n + 1:02}T00:00:00Z")
    yield json.dumps({"counts": counts, "kind": "end"})


def run(program, home, arguments, **streams):
    """Runs a command, and prints how long it took and how much memory it used."""
    command = ["/usr/bin/time", "-f", "%e s, %M KB", "-o", f"{home}/time", program]
    result = subprocess.run(command + arguments, env=environment_of(home), **streams)
    with open(f"{home}/time") as file:
        print(f"{' '.join(arguments)}: {file.read().splitlines()[-1]}")
    if result.returncode != 0:
        sys.exit(f"failed: {arguments}")


def export(program, home, file):
    with open(file, "wb") as output:
        run(program, home, ["export"], stdout=output)


def database(home):
    return f"{home}/.local/share/raylette/saved.sqlite"


def compare(first, second):
    """Compares the rows of two stores, and returns how many there are."""
    count = 0
    stores = [sqlite3.connect(f"file:{database(home)}?mode=ro", uri=True) for home in (first, second)]
    for table in TABLES:
        names = [row[1] for row in stores[0].execute(f"PRAGMA table_info({table})")]
        names = [name for name in names if name not in HIDDEN.get(table, ())]
        order = ORDER.get(table, ", ".join(names))
        query = f"SELECT {', '.join(names)} FROM {table} ORDER BY {order}"
        rows = [store.execute(query) for store in stores]
        for pair in iter(lambda: (rows[0].fetchone(), rows[1].fetchone()), (None, None)):
            if pair[0] != pair[1]:
                sys.exit(f"{table} differs:\n{pair[0]}\n{pair[1]}")
            count += 1
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=".build/debug/raylette")
    parser.add_argument("--home")
    parser.add_argument("links", nargs="?", type=int, default=100_000)
    parser.add_argument("texts", nargs="?", type=int, default=5_000)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        first, second = f"{folder}/first", f"{folder}/second"
        os.mkdir(second)
        if options.home:
            shutil.copytree(options.home, first, symlinks=True)
        else:
            os.mkdir(first)
            with open(f"{folder}/made", "w") as file:
                for line in lines(options.links, options.texts):
                    file.write(line + "\n")
            run(program, first, ["import", f"{folder}/made"])
        export(program, first, f"{folder}/one")
        run(program, second, ["import", f"{folder}/one"])
        export(program, second, f"{folder}/two")
        print(f"{os.path.getsize(f'{folder}/one'):,} bytes were exported")
        with open(f"{folder}/one", "rb") as one, open(f"{folder}/two", "rb") as two:
            for number, pair in enumerate(zip(one, two), 1):
                if pair[0] != pair[1]:
                    sys.exit(f"line {number} of the second export differs")
            if one.read() != two.read():
                sys.exit("the second export differs")
        print(f"{compare(first, second):,} rows are equal, and the second export is the first")


main()
