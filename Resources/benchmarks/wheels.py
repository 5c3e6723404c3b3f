#!/usr/bin/env python3
"""Measures wheels of 100 to 1,000,000 links: how long one takes to add, and the time from a key to its card.

usage: Resources/benchmarks/wheels.py PROGRAM [LINKS ...]       (from the top of the repository; LINKS 100 100000 1000000)

The links lead to a server on this machine. For each size, the wheel is added and spun in a pseudo-terminal of 140x45:
with the next card fetched ahead, and with cards from the cache alone. Medians and 95th percentiles, in ms, from the key
to the last byte of the frame. The same for narrowing: the key, letters that are typed there, and the choice. And the
time from Escape to the end of a spin whose server hangs.
"""
import http.server, itertools, os, socket, socketserver, subprocess, sys, tempfile, threading, time

sys.path.insert(0, os.path.dirname(__file__))
from terminal import Terminal, environment_of, spread

SPINS = 60


class Site(http.server.BaseHTTPRequestHandler):
    """Answers with the page that `page` returns for the number at the end of the path."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        digits = "".join(itertools.takewhile(str.isdigit, reversed(self.path)))[::-1]
        body = self.page(int(digits or 0)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Pages(Site):
    def page(self, number):
        title = f"Page {number} of the wheel"
        return (f"<!DOCTYPE html><html lang=en><title>{title}</title><meta property=og:title content='{title}'>"
                "<meta name=description content='" + "A summary of some words. " * 8 + "'>")


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def spins(program, environment, arguments, pause):
    """The times of spins with a pause before each, in which the next page can be fetched."""
    terminal = Terminal([program, "--images", "never", *arguments], environment)
    terminal.settle(terminal.start)
    terminal.press(" ")
    times = []
    for _ in range(SPINS):
        time.sleep(pause)
        times.append(terminal.press(" "))
    terminal.stop()
    return times


def narrowings(program, environment):
    """The times of opening the topics of the wheel, of typing there, and of choosing the first that is left."""
    times = ([], [], [])
    for _ in range(5):
        terminal = Terminal([program, "--images", "never", "--wheel", "test"], environment)
        terminal.settle(terminal.start)
        times[0].append(terminal.press("/"))
        times[1].extend(terminal.press(character) for character in "ic 4")
        times[2].append(terminal.press("\r"))
        terminal.stop()
    return times


def cancellations(program, environment, links):
    """The times from Escape to the card before, while a server hangs."""
    terminal = Terminal([program, "--images", "never", "--wheel", links], environment)
    terminal.settle(terminal.start)
    times = []
    for _ in range(SPINS):
        terminal.press(" ", limit=0.15)  # It goes on turning.
        times.append(terminal.press("\x1b"))
    terminal.stop()
    return times


def hang():
    """The port of a server that accepts connections, and never answers."""
    server = socket.create_server(("0.0.0.0", 0), backlog=128)
    def accept(connections=[]):
        while True:
            connections.append(server.accept())
    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


def main():
    program = os.path.abspath(sys.argv[1])
    port = hang()
    with tempfile.TemporaryDirectory() as home:
        environment = environment_of(home)
        links = os.path.join(home, "hanging.md")
        with open(links, "w") as file:
            file.writelines(f"- [Link {number}](http://127.0.0.{number % 200 + 1}:{port}/{number})\n"
                            for number in range(500))
        print(f"  cancelled       {spread(cancellations(program, environment, links))}", flush=True)
    server = Server(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for count in [int(argument) for argument in sys.argv[2:]] or [100, 100_000, 1_000_000]:
        with tempfile.TemporaryDirectory() as home:
            environment = environment_of(home)
            links = os.path.join(home, "links.md")
            with open(links, "w") as file:
                for number in range(count):
                    if number % 100 == 0:
                        file.write(f"\n## Topic {number // 100 % 50}\n\n")
                    file.write(f"- [Link {number}](http://127.0.0.1:{server.server_port}/{number}) - What it is about\n")
            start = time.monotonic()
            subprocess.run([program, "wheel", "add", "test", links], env=environment, check=True,
                           stdout=subprocess.DEVNULL)
            print(f"{count} links\n  wheel add       {time.monotonic() - start:6.2f} s", flush=True)
            print(f"  fetched ahead   {spread(spins(program, environment, ['--wheel', 'test'], 0.15))}", flush=True)
            # The same links again, as the seed says, now from the cache.
            seeded = ["--wheel", "test", "--seed", "1"]
            spins(program, environment, seeded, 0.15)
            environment["RAYLETTE_PREFETCH"] = "false"
            print(f"  from the cache  {spread(spins(program, environment, seeded, 0))}", flush=True)
            for name, times in zip(("narrow", "  typed", "  chosen"), narrowings(program, environment)):
                print(f"  {name:<15} {spread(times)}", flush=True)


if __name__ == "__main__":
    main()
