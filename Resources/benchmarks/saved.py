#!/usr/bin/env python3
"""Measures the Saved tab and `raylette saved` on stores of 1,000 to 100,000 links, in a pseudo-terminal of 140x45.

usage: Resources/benchmarks/saved.py PROGRAM [LINKS ...]      (from the top of the repository; LINKS 1000 10000 100000)

For each size: a bookmark file is generated and imported; then, in the running program, the time from a key to the last
byte of the frame it leads to: the Saved tab, each key of some filters, a page down. Medians and 95th percentiles, in ms.
Where fzf is installed, the same filter keys are typed there, over the same titles and addresses. From the shell: what
matches two words as JSON, and a tag for a fifth of the links.
"""
import os, random, shutil, subprocess, sys, tempfile, time
from terminal import Terminal, environment_of, spread

WORDS = ("swift ray tracing tutorial shader vulkan metal linux kernel terminal unicode database sqlite index search fuzzy "
         "network socket graph path light shadow texture camera matrix vector compiler parser lexer async actor memory "
         "cache profile bench render frame buffer image codec font glyph layout widget event loop").split()
FILTERS = ["swift ray", "database", "cache layout", "#swift", "site:docs", "-swift parser", "image-77", "zzz"]


def bookmarks(count, path):
    chance = random.Random(42)
    with open(path, "w") as file:
        file.write("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n")
        for number in range(count):
            words = lambda low, high: [chance.choice(WORDS) for _ in range(chance.randint(low, high))]
            address = f"https://{chance.choice(['docs', 'blog', 'wiki'])}.test/{chance.choice(WORDS)}-{number}"
            file.write(f'<DT><A HREF="{address}" ADD_DATE="{1500000000 + number * 60}" TAGS="{",".join(words(1, 4))}">'
                       f'{" ".join(words(4, 9)).title()}</A>\n<DD>{" ".join(words(8, 25))}\n')
        file.write("</DL><p>\n")


def filter_times(terminal, opening):
    times = []
    for text in FILTERS:
        if opening:
            terminal.press("/")
        times += [terminal.press(character) for character in text]
        terminal.press("\x1b" if opening else "\x15")
    return times


def shell(program, environment, count):
    def run(*arguments, text=None):
        start = time.monotonic()
        output = subprocess.run([program, "saved", *arguments], env=environment, input=text, stdout=subprocess.PIPE,
                                check=True).stdout
        return time.monotonic() - start, output
    listed, tagged = [], []
    _, addresses = run("list", "--limit", str(count // 5))
    for number in range(5):
        seconds, output = run("list", "vulkan", "shader", "--json")
        listed.append(seconds * 1e3)
        tagged.append(run("tag", "-", "--add", f"new{number}", text=addresses)[0] * 1e3)
    lines = output.count(b"\n")
    print(f"  list --json     {spread(listed)}  {lines} links\n  tag a fifth     {spread(tagged)}", flush=True)


def main():
    program = os.path.abspath(sys.argv[1])
    for count in [int(argument) for argument in sys.argv[2:]] or [1_000, 10_000, 100_000]:
        with tempfile.TemporaryDirectory() as home:
            environment = environment_of(home)
            file = os.path.join(home, "bookmarks.html")
            bookmarks(count, file)
            start = time.monotonic()
            subprocess.run([program, "saved", "import", file], env=environment, check=True, stdout=subprocess.DEVNULL)
            print(f"{count} links\n  import          {time.monotonic() - start:6.2f} s")
            firsts, tabs = [], []
            for _ in range(5):
                terminal = Terminal([program], environment)
                firsts.append(terminal.settle(terminal.start))
                terminal.press("g")
                tabs.append(terminal.press("l"))
                terminal.stop()
            print(f"  first screen    {spread(firsts)}\n  Saved tab       {spread(tabs)}")
            terminal = Terminal([program], environment)
            terminal.settle(terminal.start)
            terminal.press("gl")
            print(f"  page down       {spread([terminal.press(chr(6)) for _ in range(30)])}")
            print(f"  filter key      {spread(filter_times(terminal, opening=True))}")
            print(f"  peak memory     {terminal.peak_memory():6.1f} MB", flush=True)
            terminal.stop()
            shell(program, environment, count)
            if shutil.which("fzf"):
                lines = os.path.join(home, "lines")
                with open(lines, "wb") as output:
                    subprocess.run([program, "saved", "list"], env=environment, stdout=output, check=True)
                terminal = Terminal(["sh", "-c", f"fzf < {lines}"], environment)
                terminal.settle(terminal.start)
                print(f"  fzf, filter key {spread(filter_times(terminal, opening=False))}", flush=True)
                terminal.stop()


if __name__ == "__main__":
    main()
