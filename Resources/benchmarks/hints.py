#!/usr/bin/env python3
"""Judges the words of classes and ids that tell what an element of a page is (Sources/Articles/Tree/ElementHints.swift).

usage: Resources/benchmarks/hints.py FOLDER [HINT ...]     (from the top of the repository)

Builds a copy of the product that can leave out a word, and prints for each word of the hints (of all, unless some are
named) on how many sites its pages are better and worse without it, the change summed over sites, and the same without the
site that changes most. FOLDER is that of articles.py. Words without a line change no text of a page.
"""
import json, os, re, shutil, subprocess, sys
from collections import defaultdict

sys.dont_write_bytecode = True
import articles

SOURCE = "Sources/Articles/Tree/ElementHints.swift"
COPY = ".build-hints/package"


def build():
    """A copy of the package, with links to what stays as it is."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree("Sources/Articles", f"{COPY}/Sources/Articles")
    for folder in (".", "Sources"):
        for name in os.listdir(folder):
            if name.startswith("Package."):
                shutil.copy(name, COPY)
            elif not name.startswith(".") and not os.path.exists(f"{COPY}/{folder}/{name}"):
                os.symlink(os.path.abspath(f"{folder}/{name}"), f"{COPY}/{folder}/{name}")
    with open(f"{COPY}/{SOURCE}") as file:
        source = file.read()
    loop = 'for word in words.split(separator: " ")'
    left_out = 'ProcessInfo.processInfo.environment["HINT_LEFT_OUT"]'
    assert source.count(loop) == 1
    with open(f"{COPY}/{SOURCE}", "w") as file:
        file.write("import Foundation\n" + source.replace(
            loop, f'{loop} where {left_out} != "\\(hint.rawValue):\\(word)"'))
    scratch = os.path.abspath(".build-hints/build")
    subprocess.run(["swift", "build", "-c", "release", "--package-path", COPY, "--scratch-path", scratch,
                    "--product", "ArticleBenchmark"], env=os.environ | {"RAYLETTE_PAGE_BENCHMARK": "1"}, check=True)
    return f"{scratch}/release/ArticleBenchmark"


def words():
    """(hint, its raw value, word)"""
    with open("Sources/Articles/Tree/ElementHints.swift") as file:
        bits = dict(re.findall(r"static let (\w+) = ElementHints\(rawValue: 1(?: << )?(\d*)\)", file.read()))
    with open(SOURCE) as file:
        lists = file.read().partition("private struct Slot")[0]
    for hint, several, one in re.findall(r'\(\s*\.(\w+),\s*(?:"""(.*?)"""|"(.*?)")\s*\)', lists, re.DOTALL):
        for word in (several or one).replace("\\\n", " ").split():
            yield hint, 1 << int(bits[hint] or 0), word


def texts(program, pages, left_out=""):
    lines = "".join(f"{page['page']}\t{page['url']}\n" for page in pages)
    output = subprocess.run([program, "1"], input=lines.encode(), stdout=subprocess.PIPE, check=True,
                            env=os.environ | {"HINT_LEFT_OUT": left_out}).stdout
    return [json.loads(line)["text"] for line in output.splitlines()]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    pages = [page for page in articles.load(sys.argv[1]) if "markdown" not in page]
    program = build()
    for page, text in zip(pages, texts(program, pages)):
        page["got"] = text
        with open(page["page"], "rb") as file:
            page["letters"] = re.sub(rb"[^a-z]", b"", file.read().lower())
    for hint, value, word in words():
        if sys.argv[2:] and hint not in sys.argv[2:]:
            continue
        letters = re.sub("[^a-z]", "", word)[:8].encode()
        chosen = [page for page in pages if letters in page["letters"]]
        gains = defaultdict(lambda: defaultdict(float))
        for page, text in zip(chosen, texts(program, chosen, f"{value}:{word}")):
            if text != page["got"]:
                kind, score = articles.quality(page, text)
                gains[kind][articles.site(page)] += score - articles.quality(page, page["got"])[1]
        for kind, sites in gains.items():
            better, worse = (sum(sign * gain > 0.002 for gain in sites.values()) for sign in (1, -1))
            total, most = sum(sites.values()), max(sites.values(), key=abs)
            print(f"{hint:<16} {word:<12} {kind:<9} {better:3d} better, {worse:3d} worse; {total:+.3f}, "
                  f"without the site that changes most {total - most:+.3f}", flush=True)


if __name__ == "__main__":
    main()
