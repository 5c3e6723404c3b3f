#!/usr/bin/env python3
"""Measures the Saved tab and `raylette saved` on stores of 1,000 to 100,000 links, in a pseudo-terminal of 140x45.

usage: Resources/benchmarks/saved.py PROGRAM [LINKS ...]      (from the top of the repository; LINKS 1000 10000 100000)

For each size: a bookmark file is generated and imported; then, in the running program, the time from a key to the last
byte of the frame it leads to: the Saved tab, each key of some filters, a page down. Medians and 95th percentiles, in ms.
Where fzf is installed, the same filter keys are typed there, over the same titles and addresses. From the shell: what
matches two words as JSON, and a tag for a fifth of the links.
"""
import fcntl, os, pty, random, select, shutil, signal, statistics, struct, subprocess, sys, tempfile, termios, time

WORDS = ("swift ray tracing tutorial shader vulkan metal linux kernel terminal unicode database sqlite index search fuzzy "
         "network socket graph path light shadow texture camera matrix vector compiler parser lexer async actor memory "
         "cache profile bench render frame buffer image codec font glyph layout widget event loop").split()
FILTERS = ["swift ray", "database", "cache layout", "#swift", "site:docs", "-swift parser", "image-77", "zzz"]
QUIET = 0.12


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


class Terminal:
    """A program in a pseudo-terminal, with the time its answers take."""

    def __init__(self, command, environment):
        self.start = time.monotonic()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 140, 0, 0))

    def settle(self, start, limit=10):
        """Milliseconds from `start` to the last byte before the screen stays as it is."""
        last, end = None, time.monotonic() + limit
        while time.monotonic() < end:
            ready, _, _ = select.select([self.descriptor], [], [], 0.005)
            if ready:
                output = os.read(self.descriptor, 1 << 16)
                if not output:
                    break
                last = time.monotonic()
                # As terminals do. A program may hold a lone Escape back until an answer has come.
                if b"\x1b[c" in output:
                    os.write(self.descriptor, b"\x1b[?62;22c")
            elif last and time.monotonic() - last > QUIET:
                break
            # Sooner than the program takes the screen for rested, and fetches the pages of what is on it.
            elif not last and time.monotonic() - start > 0.3:
                return None  # the key changed nothing on the screen
        return last and (last - start) * 1e3

    def press(self, key, limit=10):
        start = time.monotonic()
        os.write(self.descriptor, key.encode())
        return self.settle(start, limit)

    def peak_memory(self):
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))

    def stop(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def spread(times):
    times = sorted(time for time in times if time is not None)
    return f"median {statistics.median(times):6.1f}  p95 {times[min(len(times) - 1, int(len(times) * 0.95))]:6.1f}  ({len(times)})"


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
            environment = os.environ | {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "ESCDELAY": "5"}
            for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
                environment.pop(name, None)
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
