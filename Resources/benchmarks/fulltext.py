#!/usr/bin/env python3
"""Measures what the texts of kept pages cost: the time of a filter's keys with and without them, and their size.

usage: Resources/benchmarks/fulltext.py PROGRAM [LINKS]         (from the top of the repository; LINKS 10000)

Links are imported, and their pages kept from a server on this machine: 10 KB of text each, whose words are as
frequent as in natural language (Zipf's law over 30,000 words). Then the same keys of filters are typed in a
pseudo-terminal of 140x45: with the texts, and after `raylette saved keep --forget`, five times each. Medians and 95th
percentiles, in ms, from the key to the last byte of the frame.
"""
import itertools, os, random, statistics, subprocess, sys, tempfile, threading, time

sys.path.insert(0, os.path.dirname(__file__))
from saved import bookmarks
from terminal import Terminal, environment_of, spread
from wheels import Server, Site

SYLLABLES = "ra ly le tte con cur ren cy spi ne whe el ta ble of the and light shade trac er mo del ka so mi".split()
BYTES = 10_000
ROUNDS = 5


def vocabulary():
    rng = random.Random(7)
    words = {}
    while len(words) < 30_000:
        words["".join(rng.choice(SYLLABLES) for _ in range(rng.choice((1, 2, 2, 3, 3, 4))))] = None
    return list(words)


WORDS = vocabulary()
WEIGHTS = list(itertools.accumulate(1 / rank for rank in range(1, len(WORDS) + 1)))
# Frequent and rare words of the texts, several words, and words of the titles.
FILTERS = [WORDS[3], WORDS[40], WORDS[900], WORDS[20_000], f"{WORDS[60]} {WORDS[300]}", f"text:{WORDS[500]}",
           "database", "swift ray"]


def text(number):
    rng = random.Random(number)
    parts, length = [], 0
    while length < BYTES:
        sentence = " ".join(rng.choices(WORDS, cum_weights=WEIGHTS, k=60)).capitalize() + "."
        parts.append(f"<p>{sentence}</p>")
        length += len(sentence)
    return "".join(parts)


class Articles(Site):
    def page(self, number):
        return f"<!DOCTYPE html><html lang=en><title>Article {number}</title><article>{text(number)}</article>"


def keys(program, environment):
    # Nothing is kept in the background meanwhile.
    terminal = Terminal([program, "--images", "never"], environment | {"RAYLETTE_KEEP": "off"})
    terminal.settle(terminal.start)
    terminal.press("gl")
    rounds = []
    for _ in range(ROUNDS):
        times = []
        for words in FILTERS:
            terminal.press("/")
            times += [terminal.press(character) for character in words]
            terminal.press("\x1b")
        rounds.append(times)
    terminal.stop()
    return rounds


def extra(texts, none):
    """How much longer each key takes with the texts, by the medians of its rounds."""
    medians = [[statistics.median(filter(None, key)) if any(key) else None for key in zip(*rounds)]
               for rounds in (texts, none)]
    return [a - b for a, b in zip(*medians) if a is not None and b is not None]


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    server = Server(("0.0.0.0", 0), Articles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as home:
        environment = environment_of(home)

        def run(*arguments, output=subprocess.DEVNULL):
            return subprocess.run([program, *arguments], env=environment, check=True, text=True, stdout=output).stdout
        file = os.path.join(home, "bookmarks.html")
        bookmarks(count, file)
        # Hosts of their own, because a host gets one request a second.
        with open(file) as marks:
            lines = marks.read().split("https://")
        with open(file, "w") as marks:
            marks.write(lines[0])
            for number, line in enumerate(lines[1:]):
                host = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}:{server.server_port}"
                marks.write(f"http://{host}/{line.split('/', 1)[1]}")
        run("saved", "import", file)
        start = time.monotonic()
        run("saved", "keep")
        print(f"{count} links of {BYTES / 1e3:.0f} KB, kept in {time.monotonic() - start:.0f} s")
        cache = run("cache", output=subprocess.PIPE).splitlines()
        print("  " + next(line for line in cache if line.startswith("kept texts")).replace("\t", ": "), flush=True)
        texts = keys(program, environment)
        run("saved", "keep", "--forget")
        none = keys(program, environment)
        print(f"  filter key with the texts     {spread(sum(texts, []))}")
        print(f"  filter key without the texts  {spread(sum(none, []))}")
        print(f"  difference of each key        {spread(extra(texts, none))}", flush=True)


if __name__ == "__main__":
    main()
