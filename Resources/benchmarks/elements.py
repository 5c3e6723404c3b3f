#!/usr/bin/env python3
"""Compares what we find in real pages with what an independent parser of the HTML Standard finds.

usage: Resources/benchmarks/elements.py FOLDER [PROGRAM]     (from the top of the repository; needs `pip install selectolax`)

Takes every FOLDER/*/page.html, decoded with the `declaredCharset` of the expected.json beside it. Builds PROGRAM,
unless it's given. Lists each difference in the <meta>, <link>, <base>, <title> and <h1> elements and the blocks of
JSON-LD, whose order within a page doesn't count.
"""
import glob, json, os, subprocess, sys, tempfile
from selectolax.lexbor import LexborHTMLParser

KINDS = ("meta", "link", "base", "title", "json", "h1")


def decoded(path):
    charset = "utf-8"
    try:
        with open(os.path.join(os.path.dirname(path), "expected.json")) as file:
            charset = json.load(file).get("declaredCharset") or charset
    except OSError:
        pass
    with open(path, "rb") as file:
        page = file.read()
    try:
        text = page.decode(charset, "replace")
    except LookupError:
        text = page.decode("utf-8", "replace")
    return text.lstrip("\ufeff").replace("\0", "")


def is_drawn(node):
    while node is not None:
        if node.tag == "svg":
            return True
        node = node.parent
    return False


def theirs(text):
    tree = LexborHTMLParser(text)
    def attributes(name):
        return [{key: value or "" for key, value in node.attributes.items()} for node in tree.css(name)]
    found = {name: attributes(name) for name in ("meta", "link", "base")}
    found["title"] = [node.text() for node in tree.css("title") if not is_drawn(node)]
    found["h1"] = [node.text() for node in tree.css("h1")]
    found["json"] = [node.text() for node in tree.css("script")
                     if "ld+json" in (node.attributes.get("type") or "").lower()]
    return found


def build():
    scratch = ".build-benchmarks"
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", scratch, "--product", "ElementList"],
                   env=os.environ | {"RAYLETTE_PAGE_BENCHMARK": "1"}, check=True)
    return os.path.join(scratch, "release", "ElementList")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    paths = sorted(glob.glob(os.path.join(sys.argv[1], "*", "page.html")))
    program = sys.argv[2] if len(sys.argv) > 2 else build()
    ours = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    different, counts = 0, dict.fromkeys(KINDS, 0)
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            text = decoded(path)
            copy = os.path.join(folder, "page.html")
            with open(copy, "w", encoding="utf-8", newline="", errors="replace") as file:
                file.write(text)
            print(copy, file=ours.stdin, flush=True)
            found = json.loads(ours.stdout.readline())
            expected = theirs(text)
            for kind in KINDS:
                counts[kind] += len(expected[kind])
                key = lambda element: json.dumps(element, sort_keys=True)
                left, right = sorted(map(key, found[kind])), sorted(map(key, expected[kind]))
                if left == right:
                    continue
                different += 1
                print(f"{os.path.basename(os.path.dirname(path))}: {kind}, {len(left)} of ours, {len(right)} of theirs")
                for mark, some, others in (("ours", left, right), ("theirs", right, left)):
                    rest = list(others)
                    for element in some:
                        if element in rest:
                            rest.remove(element)
                        else:
                            print(f"  only {mark}: {element[:300]}")
    ours.stdin.close()
    print(f"{len(paths)} pages,", ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    print(f"{different} differences")


if __name__ == "__main__":
    main()
