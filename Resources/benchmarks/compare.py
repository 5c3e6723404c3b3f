#!/usr/bin/env python3
"""Runs Raylette and other programs in turn, on the same generated links, and compares the ratios with README's.

usage: Resources/benchmarks/compare.sh [--record] [WORD ...]          (installs what is missing; calls this program)
       Resources/benchmarks/compare.py PROGRAM [--record] [WORD ...]

Each row is one piece of work that both can do. They do it in turn, so that a busy machine slows both, and the ratio of
the medians is what counts. README's table has the ratios that were recorded: the exit code is 1 if one is worse by more
than a quarter now. --record writes the table anew. With WORDs, only rows that contain one are run.
"""
import multiprocessing, os, re, statistics, subprocess, sys, tempfile, time
from extraction import page
from fetching import JOBS, serve
from saved import bookmarks, filter_times
from terminal import Terminal

ROUNDS = 7
README = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md")
MARKS = ("<!-- compare: written by Resources/benchmarks/compare.sh --record -->", "<!-- end -->")
ALLOWED = 1.25


class Place:
    """A home with saved links for Raylette, and the same links for the other programs."""

    def __init__(self, program, folder, count):
        self.folder, self.count = os.path.join(folder, str(count)), count
        os.mkdir(self.folder)
        self.environment = {"HOME": self.folder, "PATH": os.environ["PATH"], "TERM": "xterm-256color",
                            "LANG": "C.UTF-8", "ESCDELAY": "5"}
        self.file = os.path.join(self.folder, "bookmarks.html")
        bookmarks(count, self.file)
        if count:
            self.run([program, "saved", "import", self.file])

    def run(self, command, text=None):
        start = time.monotonic()
        subprocess.run(command, env=self.environment, input=text, stdin=None if text else subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True, check=True, cwd=self.folder)
        return (time.monotonic() - start) * 1e3

    def terminal(self, command):
        # Programs that show the folder that they're in need one of their own.
        os.chdir(self.folder)
        return Terminal(command, self.environment)

    def path(self, name):
        return os.path.join(self.folder, name)


class Comparison:
    def __init__(self, program, folder):
        self.program, self.folder, self.places = program, folder, {}

    def place(self, count):
        if count not in self.places:
            self.places[count] = Place(self.program, self.folder, count)
        return self.places[count]

    # What each does once: returns a list of measurements, all of one kind.

    def first_screen(self, count, command=None):
        terminal = self.place(count).terminal(command or [self.program])
        time = terminal.settle(terminal.start)
        terminal.stop()
        return [time]

    def listed(self, key, page_down, command=None, count=10_000):
        """The list, the pages down in it, and the memory then."""
        terminal = self.place(count).terminal(command or [self.program])
        terminal.settle(terminal.start)
        for character in key[:-1]:
            terminal.press(character)
        found = [[terminal.press(key[-1])], [terminal.press(page_down) for _ in range(5)], [terminal.peak_memory()]]
        terminal.stop()
        return found

    def filtered(self, opens, command, count=100_000):
        terminal = self.place(count).terminal(command)
        terminal.settle(terminal.start)
        if opens:
            terminal.press("gl")
        times = filter_times(terminal, opening=opens)
        memory = terminal.peak_memory()
        terminal.stop()
        return times, [memory]

    def search(self, command):
        place = self.place(10_000)
        return [place.run(command + text.split()) for text in ("swift", "swift ray", "database")]

    def imported(self, command):
        """An import into an empty home."""
        with tempfile.TemporaryDirectory(dir=self.folder) as home:
            place = self.place(1_000)
            return [place.run(["env", f"HOME={home}", *command, place.file])]

    def repository(self):
        place = self.place(0)
        if not os.path.exists(place.path(".git")):
            identity = ["-c", "user.name=x", "-c", "user.email=x@localhost"]
            place.run(["git", "init", "-q"])
            for number in range(100):
                place.run(["git", *identity, "commit", "-q", "--allow-empty", "-m", f"Commit {number}"])

    def newsboat(self):
        place = self.place(10_000)
        if not os.path.exists(place.path("cache.db")):
            with open(place.path("feed.xml"), "w") as file:
                file.write('<?xml version="1.0"?><rss version="2.0"><channel><title>Links</title>'
                           "<link>https://e.test/</link>")
                for number in range(place.count):
                    address = f"https://e.test/{number}"
                    file.write(f"<item><title>Link {number}</title><link>{address}</link><guid>{address}</guid></item>")
                file.write("</channel></rss>")
            with open(place.path("urls"), "w") as file:
                file.write(f"file://{place.path('feed.xml')}\n")
            with open(place.path("config"), "w") as file:
                file.write("max-items 0\n")
            place.run(self.newsboat_command() + ["-x", "reload"])
        return self.newsboat_command()

    def newsboat_command(self):
        place = self.place(10_000)
        return ["newsboat", "-u", place.path("urls"), "-c", place.path("cache.db"), "-C", place.path("config")]

    def fzf(self):
        place = self.place(100_000)
        if not os.path.exists(place.path("lines")):
            with open(place.path("lines"), "wb") as output:
                subprocess.run([self.program, "saved", "list"], env=place.environment, stdout=output, check=True)
        return ["sh", "-c", f"exec fzf < {place.path('lines')}"]

    def buku(self):
        """buku with the same links, which it would import for minutes."""
        import html, sqlite3
        place = self.place(10_000)
        if not os.path.exists(place.path(".local/share/buku/bookmarks.db")):
            place.run(["buku", "--nostdin", "--np", "-p"])
            with open(place.file) as file:
                links = re.findall(r'<A HREF="([^"]*)".*?TAGS="([^"]*)">([^<]*)</A>\n<DD>([^\n]*)', file.read())
            database = sqlite3.connect(place.path(".local/share/buku/bookmarks.db"))
            database.executemany("INSERT OR IGNORE INTO bookmarks(URL, metadata, tags, desc) VALUES (?, ?, ?, ?)",
                                 [(html.unescape(url), title, f",{tags},", text) for url, tags, title, text in links])
            database.commit()
            database.close()
        return ["buku", "--nostdin", "--np", "-S"]

    def fetched(self, command):
        return [self.place(0).run(command, self.addresses())]

    def addresses(self):
        if not hasattr(self, "root"):
            folder = os.path.join(self.folder, "pages")
            os.mkdir(folder)
            files = []
            for number in range(400):
                files.append((os.path.join(folder, f"{number}.html"), "", "utf-8"))
                with open(files[-1][0], "wb") as file:
                    file.write(page("bare" if number % 4 == 0 else "article", 10_000 + number * 500))
            ours, theirs = multiprocessing.Pipe()
            multiprocessing.Process(target=serve, args=(files, theirs), daemon=True).start()
            self.root = f"http://127.0.0.1:{ours.recv()}"
            with open(self.place(0).path("curl"), "w") as file:
                file.writelines(f'url = "{self.root}/{number}"\noutput = "/dev/null"\n' for number in range(400))
        return "".join(f"{self.root}/{number}\n" for number in range(400))

    def rows(self):
        """What is compared: the work, the unit, the other program, and for each of both how it's measured once."""
        ours, escape = self.program, "\x1b"
        requests = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fetching.py"), "--requests"]
        preview = [ours, "preview", "--json", "--jobs", str(JOBS), "-"]
        def curl():
            self.addresses()
            return ["curl", "-s", "-Z", "--parallel-max", str(JOBS), "--compressed", "-K", self.place(0).path("curl")]
        def lists(part):
            return (lambda: self.listed("gl", "\x06")[part],
                    lambda: self.listed("\r", escape + "[6~", self.newsboat())[part])
        def filters(part):
            return (lambda: self.filtered(True, [ours])[part], lambda: self.filtered(False, self.fzf())[part])
        def screens(count, command):
            return lambda: self.first_screen(count), lambda: self.first_screen(count, command())
        def tig():
            self.repository()
            return ["tig"]
        return [
            ("first screen, nothing saved", "ms", "tig", *screens(0, tig)),
            ("first screen, nothing saved", "ms", "nnn", *screens(0, lambda: ["nnn"])),
            ("first screen, 100,000 links", "ms", "itself with none",
             lambda: self.first_screen(100_000), lambda: self.first_screen(0)),
            ("first screen, 10,000 links", "ms", "newsboat", *screens(10_000, self.newsboat)),
            ("the list of 10,000 links", "ms", "newsboat", *lists(0)),
            ("a page down in it", "ms", "newsboat", *lists(1)),
            ("peak memory with it", "MB", "newsboat", *lists(2)),
            ("a key of a filter in 100,000 links", "ms", "fzf", *filters(0)),
            ("peak memory with 100,000 links", "MB", "fzf", *filters(1)),
            ("import of 1,000 links", "ms", "buku", lambda: self.imported([ours, "saved", "import"]),
             lambda: self.imported(["buku", "--nostdin", "--tacit", "-i"])),
            ("a search from the shell in 10,000 links", "ms", "buku",
             lambda: self.search([ours, "saved", "search"]), lambda: self.search(self.buku())),
            ("metadata of 400 pages from a local server", "ms", "requests and selectolax",
             lambda: self.fetched(preview), lambda: self.fetched(requests)),
            ("metadata of 400 pages from a local server", "ms", "curl, which parses nothing",
             lambda: self.fetched(preview), lambda: self.fetched(curl())),
        ]


def shown(value, unit):
    if unit == "ms" and value >= 1000:
        return f"{value / 1000:.2f} s"
    return f"{value:.1f} {unit}" if value < 100 else f"{value:.0f} {unit}"


def recorded():
    """The ratios in README's table, by the work and the other program."""
    with open(README) as file:
        table = file.read().split(MARKS[0])[1].split(MARKS[1])[0]
    return {(work, other): float(ratio)
            for work, other, ratio in re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|:]+): [^|]+ \| ([\d.]+) \|$", table, re.M)}


def record(lines):
    with open(README) as file:
        before, rest = file.read().split(MARKS[0])
    after = rest.split(MARKS[1], 1)[1]
    with open(README, "w") as file:
        file.write("\n".join([before + MARKS[0], "", *lines, "", MARKS[1]]) + after)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--record"]
    if not arguments:
        sys.exit(__doc__)
    program, words = os.path.abspath(arguments[0]), arguments[1:]
    lines = ["| | Raylette | beside it | ratio |", "| --- | --- | --- | --- |"]
    print(*lines, sep="\n", flush=True)
    before, worse = recorded(), []
    with tempfile.TemporaryDirectory() as folder:
        for work, unit, other, ours, theirs in Comparison(program, folder).rows():
            if words and not any(word in f"{work} {other}" for word in words):
                continue
            times = ([], [])
            for _ in range(2 if "import" in work else ROUNDS):
                for found, measure in zip(times, (ours, theirs)):
                    found.extend(value for value in measure() if value is not None)
            ratio = statistics.median(times[0]) / statistics.median(times[1])
            lines.append(f"| {work} | {shown(statistics.median(times[0]), unit)} | "
                         f"{other}: {shown(statistics.median(times[1]), unit)} | {ratio:.2f} |")
            last = before.get((work, other))
            print(lines[-1], "" if last is None else f"was {last:.2f}", flush=True)
            if last is not None and ratio > ALLOWED * last:
                worse.append(f"{work}, beside {other}: {ratio:.2f}, was {last:.2f}")
    if "--record" in sys.argv:
        return record(lines)
    for line in worse:
        print("worse by more than a quarter:", line, file=sys.stderr)
    sys.exit(1 if worse else 0)


if __name__ == "__main__":
    main()
