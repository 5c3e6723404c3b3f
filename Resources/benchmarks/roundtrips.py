#!/usr/bin/env python3
"""Exports many odd links in each format, imports the file into a new home, and exports them again.

usage: Resources/benchmarks/roundtrips.py PROGRAM [LINKS]      (LINKS 8000 unless told)

For each format: whether the second export is the first, byte by byte, and how many links came back with all that the format
carries. Then, where it is installed (pip install buku), how many of the links in the HTML buku's own reader finds with the
same address, title, note and tags. Ends with 1 when anything is lost.
"""
import datetime, json, os, random, subprocess, sys, tempfile
from terminal import environment_of

# What the formats carry: html and csv all but metadata, opml no date of opening; dates of html and opml are whole seconds.
CARRIED = {
    "html": {"url", "title", "summary", "note", "tags", "savedAt"},
    "csv": {"url", "title", "summary", "note", "tags", "savedAt"},
    "json": {"url", "title", "summary", "note", "tags", "savedAt"},
    "jsonl": {"url", "title", "summary", "note", "tags", "savedAt"},
    "opml": {"url", "title", "summary", "note", "tags", "savedAt"},
    "markdown": {"url", "title", "summary", "tags"},
    "text": {"url"},
}
PIECES = ["plain", '"quoted"', "it's", "a<b>", "</A>", "&amp;", "&", "a,b", ",", "](", "[x]", "(y)", "\\", "`code`", "#tag",
          "c#", "—", "https://z.example/", "*b*", "_u_", "日本語", "🦊", "👨‍👩‍👦", "שלום", "é", "]]>", "<!--", ";", "|", "%20", "&#10;",
          "…", "2024", "~~~", "!", "=1+1"]
PATHS = ["a", "A%20b", "(x)", "x_(y)", "((", "~me", "*", "a.", "a,", "a;", "a'", "a:", "@", "+", "ü", "日本", "%2F", "$", "!", "[1]",
         "a_b_", "%7B", "|", "{}", "^", "=", "&amp;"]
QUERIES = ["", "?", "?q=1&r=2", "?x=%22a%22", "?a=(1", "?b=1)", "?q=a+b", "?copy=1&reg=2", "?x='y'", "?x=`y`", "?x=\\y", "?u=https://b.example/?c=1"]
FRAGMENTS = ["", "#/route/1", "#map=5/1/2", "#!x", "#json=(1,2)", "#/a'", "#/[b]", "#/`c`", "#/é"]


def links(count):
    chance = random.Random(42)
    words = lambda low, high, gap=" ": gap.join(chance.choice(PIECES) for _ in range(chance.randint(low, high)))
    for number in range(count):
        path = "/".join(chance.choice(PATHS) for _ in range(chance.randint(0, 3)))
        host = chance.choice(["a.example", "bücher.example", "a.example:8080", "127.0.0.1", "[::1]"])
        yield {
            "url": f"http{chance.choice(['', 's'])}://{host}/{number}/{path}{chance.choice(QUERIES)}{chance.choice(FRAGMENTS)}",
            "title": words(0, 6), "summary": words(0, 6), "note": words(0, 6, chance.choice([" ", "\n"])),
            "tags": [words(1, 2) for _ in range(chance.randint(0, 3))],
            "savedAt": datetime.datetime.fromtimestamp(1_000_000_000 + number * 86_399, datetime.timezone.utc).isoformat(),
        }


def run(program, home, *words, text=None):
    result = subprocess.run([program, "saved", *words], input=text, env=environment_of(home), stdout=subprocess.PIPE)
    return result.stdout


def listing(program, home):
    found = [json.loads(line) for line in run(program, home, "list", "--json").splitlines()]
    return {link["url"]: {**link, "tags": sorted(link["tags"])} for link in found}


def buku_counts(page, wanted):
    from buku import import_html
    from bs4 import BeautifulSoup
    found = {entry[0]: entry for entry in import_html(BeautifulSoup(page, "html.parser"), False, None)}
    fold = lambda text: " ".join((text or "").split())
    plain = lambda tags: {fold(tag.replace(",", " ")).lower() for tag in tags}
    right = lambda test: sum(1 for address, link in wanted.items() if address in found and test(link, found[address]))
    return (f"addresses {right(lambda l, f: True)}, titles {right(lambda l, f: fold(f[1]) == fold(l['title'] or l['url']))}, "
            f"notes {right(lambda l, f: fold(f[3]) == fold(l['note']))}, "
            f"tags {right(lambda l, f: plain(t for t in (f[2] or '').split(',') if t) == plain(l['tags']))} of {len(wanted)}")


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8_000
    lost = False
    with tempfile.TemporaryDirectory() as home:
        text = "".join(json.dumps(link) + "\n" for link in links(count)).encode()
        run(program, home, "import", "--format", "jsonl", "-", text=text)
        wanted = listing(program, home)
        print(f"{count} entries, {len(wanted)} links")
        for form, fields in CARRIED.items():
            first = run(program, home, "export", "--format", form)
            with tempfile.TemporaryDirectory() as other:
                run(program, other, "import", "-", text=first)
                again = run(program, other, "export", "--format", form)
                got = listing(program, other)
            right = sum(1 for url, link in wanted.items() if url in got and all(got[url][f] == link[f] for f in fields))
            same = again == first
            lost = lost or right < len(wanted) or not same
            print(f"  {form:9}{right:6} of {len(wanted)} whole, second export {'the same' if same else 'differs'}")
        try:
            print("  buku:", buku_counts(run(program, home, "export", "--format", "html").decode(), wanted))
        except ImportError:
            print("  buku is not installed")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
