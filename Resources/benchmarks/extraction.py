#!/usr/bin/env python3
"""Measures extraction beside a 15-rule baseline on selectolax (PyPI), a C parser, on the same pages.

usage: Resources/benchmarks/extraction.py        (from the top of the repository; needs `pip install selectolax`)

Makes pages of 10 KB, 100 KB and 1 MB, each in two kinds: `article` tells all in its head, as most do;
`bare` has a title only, so that its body is read to the end. Prints median milliseconds and MB/s of both, and
how many bytes of each page are read from a server.
"""
import os, statistics, subprocess, sys, tempfile, time
from selectolax.lexbor import LexborHTMLParser

SIZES = {"0010KB": 10_000, "0100KB": 100_000, "1000KB": 1_000_000}
HEAD = """<title>A story about wheels | Example News</title>
<meta name="description" content="What wheels are, where they come from, and why they are round.">
<meta property="og:title" content="A story about wheels"><meta property="og:type" content="article">
<meta property="og:site_name" content="Example News"><meta property="og:image" content="/wheel.jpg">
<meta property="og:description" content="What wheels are, where they come from, and why they are round.">
<meta property="og:url" content="https://www.example.org/news/story"><meta name="author" content="Ada Lovelace">
<meta property="article:published_time" content="2024-05-24T18:00:03Z"><link rel="canonical" href="/news/story">
<link rel="icon" href="/icon.png" sizes="32x32"><link rel="apple-touch-icon" href="/touch.png" sizes="180x180">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"A story about
wheels","author":{"@type":"Person","name":"Ada Lovelace"},"datePublished":"2024-05-24T18:00:03Z",
"publisher":{"@type":"Organization","name":"Example News"}}</script>
"""
FILLER = '<link rel="preload" as="script" href="/static/chunk-{0}.js" crossorigin="anonymous">\n'
TEXT = '<div class="p-{0}"><p>Wheel number {0} is <a href="/wheels/{0}">round</a> &amp; turns &quot;well&quot;.</p></div>\n'
RULES = [('meta[property="og:title"]', "content"), ('meta[name="twitter:title"]', "content"), ("title", None),
         ('meta[property="og:description"]', "content"), ('meta[name="description"]', "content"),
         ('meta[property="og:image"]', "content"), ('meta[name="twitter:image"]', "content"),
         ('meta[property="og:site_name"]', "content"), ('meta[name="application-name"]', "content"),
         ('link[rel~="icon"]', "href"), ('link[rel="apple-touch-icon"]', "href"), ('link[rel="canonical"]', "href"),
         ('meta[name="author"]', "content"), ('meta[property="article:published_time"]', "content"), ("html", "lang")]


def page(kind, size):
    head = HEAD if kind == "article" else "<title>A story about wheels</title>\n"
    number = 0
    while kind == "article" and len(head) < size // 10:  # a head is about a tenth of a page
        head, number = head + FILLER.format(number), number + 1
    parts, length = [f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>'], len(head)
    while length < size:
        parts.append(TEXT.format(number))
        length, number = length + len(parts[-1]), number + 1
    return "".join(parts + ["</body></html>"]).encode()


def extract(html):
    tree = LexborHTMLParser(html)
    found = []
    for selector, attribute in RULES:
        node = tree.css_first(selector)
        found.append(node and (node.attributes.get(attribute) if attribute else node.text()))
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        print("selectolax, 15 rules")
        for name, size in SIZES.items():
            for kind in ("article", "bare"):
                html = page(kind, size)
                with open(os.path.join(folder, f"{kind}-{name}.html"), "wb") as file:
                    file.write(html)
                times = []
                until = time.perf_counter() + 3
                while time.perf_counter() < until:
                    start = time.perf_counter()
                    extract(html)
                    times.append(time.perf_counter() - start)
                median = statistics.median(times)
                print(f"  {kind}-{name}  {median * 1e3:8.3f} ms  {len(html) / median / 1e6:8.1f} MB/s")
        sys.stdout.flush()
        environment = os.environ | {"RAYLETTE_BENCHMARKS": "1", "RAYLETTE_BENCHMARK_PAGES": folder}
        # A folder of its own, so that ordinary builds don't begin anew after it.
        command = ["swift", "package", "--disable-sandbox", "--scratch-path", ".build-benchmarks", "benchmark",
                   "--target", "ExtractionBenchmarks", "--no-progress"]
        sys.exit(subprocess.run(command, env=environment).returncode)


if __name__ == "__main__":
    main()
