#!/usr/bin/env python3
"""Uses the program for long, in a pseudo-terminal of 140x45: spins with random cancels, articles, and then nothing.

usage: Resources/benchmarks/soak.py PROGRAM [SPINS ARTICLES IDLE]      (10000 1000 3600; IDLE in seconds)

The links lead to a server on this machine, of whose pages some are slow, fail, never come or have pictures. Resident
memory, descriptors and threads are printed along the way, and the processor time of the idle time at the end, in which
there's no key. Exits with 1 if the program ended, if it held more descriptors at the end than after a fifth of the
spins, if its memory ever grew by more than a tenth since then, or if it took more than 0.4 s of the processor in an idle
hour. About 0.2 s of that is a timer of libdispatch, which wakes every Swift program up once a second on Linux.
"""
import os, random, struct, subprocess, sys, tempfile, threading, time, zlib

sys.path.insert(0, os.path.dirname(__file__))
from reader import article
from terminal import Terminal, environment_of
from wheels import Server, Site

LINKS = 5_000


def picture():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((row * 3 + column) % 256 for column in range(3 * 200)) for row in range(100))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 200, 100, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Pages(Site):
    image = picture()
    requests = 0

    def do_GET(self):
        Pages.requests += 1
        if self.path.endswith(".png"):
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.send_header("Content-Length", str(len(self.image)))
            self.end_headers()
            return self.wfile.write(self.image)
        number = int(self.path.strip("/") or 0) if self.path.strip("/").isdigit() else 0
        if number % 10 == 1:
            time.sleep(0.5)
        if number % 50 == 2:
            time.sleep(60)
        if number % 20 == 3:
            return self.send_error(500)
        super().do_GET()

    def page(self, number):
        page = article(number, 300 + number % 7 * 400)
        return page.replace("<article>", f"<meta property=og:image content=/{number}.png><article>", 1)

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # A cancelled fetch closes its connection.


class Program:
    def __init__(self, command, environment):
        self.terminal = Terminal(command, environment)
        self.terminal.settle(self.terminal.start)
        self.samples = []

    def status(self, name):
        with open(f"/proc/{self.terminal.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name))

    def sample(self, what):
        sample = (self.status("VmRSS") / 1024, len(os.listdir(f"/proc/{self.terminal.pid}/fd")), self.status("Threads"))
        self.samples.append(sample)
        print(f"{what:<16} {Pages.requests:7} requests  {sample[0]:6.1f} MB  {sample[1]:3} descriptors  {sample[2]:3} threads", flush=True)

    def processor_time(self):
        with open(f"/proc/{self.terminal.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def type(self, key, seconds):
        """Types a key, and reads what's drawn for a time."""
        os.write(self.terminal.descriptor, key.encode())
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.terminal.settle(time.monotonic(), limit=left)


def main():
    program = os.path.abspath(sys.argv[1])
    spins, articles, idle = [int(argument) for argument in sys.argv[2:]] or (10_000, 1_000, 3_600)
    server = Server(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        environment = environment_of(home)
        links = os.path.join(home, "links.md")
        with open(links, "w") as file:
            file.writelines(f"- [Link {number}](http://127.0.0.1:{server.server_port}/{number})\n"
                            for number in range(LINKS))
        subprocess.run([program, "wheel", "add", "test", links], env=environment, check=True, stdout=subprocess.DEVNULL)
        running = Program([program, "--images", "always", "--wheel", "test"], environment)
        running.sample("started")
        for number in range(1, spins + 1):
            running.type(" ", chance.choices((0.005, 0.02, 0.05, 0.1, 0.6), (6, 6, 6, 6, 1))[0])
            if chance.random() < 0.3:
                running.type("\x1b", 0.01)
            if number % max(1, spins // 10) == 0:
                running.sample(f"{number} spins")
        for number in range(1, articles + 1):
            # Escape ends what doesn't come.
            running.type(" ", 0.1)
            running.type("l", 0.15)
            for key in chance.choices("jj dGg", k=3):
                running.type(key, 0.01)
            running.type("\x1b", 0.02)
            running.type("\x1b", 0.02)
            if number % max(1, articles // 5) == 0:
                running.sample(f"{number} articles")
        # What was begun before has ended.
        time.sleep(70)
        running.terminal.settle(time.monotonic())
        running.sample("at rest")
        before = running.processor_time()
        time.sleep(idle)
        used = running.processor_time() - before
        running.sample("at the end")
        running.terminal.stop()
    print(f"idle: {used:.2f} s of the processor in {idle} s", flush=True)
    early, later = running.samples[2], running.samples[3:]
    growth = max(sample[0] for sample in later) / early[0]
    print(f"memory: at most {growth:.2f} times what it was after a fifth of the spins", flush=True)
    sound = later[-1][1] <= early[1] and growth <= 1.1 and used <= max(0.02, 0.4 * idle / 3600)
    sys.exit(0 if sound else 1)


if __name__ == "__main__":
    main()
