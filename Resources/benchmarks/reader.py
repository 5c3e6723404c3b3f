#!/usr/bin/env python3
"""Measures the time from a key to the first screen of a kept article, in a pseudo-terminal of 140x45.

usage: Resources/benchmarks/reader.py PROGRAM [WORDS ...]       (WORDS 1000 5000 20000)

For each length, thirty articles are saved from a server on this machine, kept, and then opened and closed one after
the other, three times. Medians and 95th percentiles, in ms, from the key to the last byte of the frame: opening, a
page down, and a key of a search.
"""
import os, random, subprocess, sys, tempfile, threading, time

sys.path.insert(0, os.path.dirname(__file__))
from terminal import Terminal, environment_of, spread
from wheels import Server, Site

LINKS = 30
SYLLABLES = "ra ly le tte con cur ren cy spi ne whe el ta ble of the and light shade trac er mo del".split()


def article(number, words):
    rng = random.Random(number)
    def word():
        return "".join(rng.choice(SYLLABLES) for _ in range(rng.choice((1, 1, 2, 3))))
    def paragraph(count):
        return " ".join(word() for _ in range(count)).capitalize() + "."
    blocks, left = [], words
    while left > 0:
        count = min(left, rng.randint(40, 120))
        text = paragraph(count)
        if len(blocks) % 6 == 5:
            blocks.append(f"<h2>{paragraph(4)}</h2>")
        if len(blocks) % 9 == 8:
            blocks.append(f"<pre><code>{text[:60]}\n    {text[60:140]}</code></pre>")
        blocks.append(f"<p>{text} <a href='/{number + 1}'>{word()}</a> <em>{word()}</em> {paragraph(6)}</p>")
        left -= count
    return f"<!DOCTYPE html><html lang=en><title>Article {number}</title><article>{''.join(blocks)}</article>"


class Articles(Site):
    words = 1000

    def page(self, number):
        return article(number, self.words)


def main():
    program = os.path.abspath(sys.argv[1])
    server = Server(("0.0.0.0", 0), Articles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for words in [int(argument) for argument in sys.argv[2:]] or [1000, 5000, 20_000]:
        Articles.words = words
        with tempfile.TemporaryDirectory() as home:
            environment = environment_of(home)
            # Hosts of their own, because a host gets one request a second.
            links = [f"http://127.0.0.{number + 1}:{server.server_port}/{number}" for number in range(LINKS)]
            def run(*arguments):
                subprocess.run([program, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
            run("saved", "add", *links)
            run("saved", "keep")
            terminal = Terminal([program, "--images", "never"], environment)
            terminal.settle(terminal.start)
            terminal.press("gl")
            time.sleep(1)
            opened, paged, found = [], [], []
            for _ in range(3):
                terminal.press("gg")
                for _ in range(LINKS):
                    opened.append(terminal.press("l"))
                    paged.append(terminal.press(" "))
                    terminal.press("/")
                    found.append(terminal.press("t"))
                    terminal.press("\r")
                    terminal.press("h")
                    time.sleep(0.05)
                    terminal.press("j")
            terminal.stop()
            print(f"{words:>6} words: open {spread(opened)}  page {spread(paged)}  find {spread(found)}")


if __name__ == "__main__":
    main()
