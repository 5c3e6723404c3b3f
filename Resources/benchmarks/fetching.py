#!/usr/bin/env python3
"""Measures `raylette preview --json --jobs 8` beside requests + selectolax with 8 threads, and curl with 8 connections.

usage: Resources/benchmarks/fetching.py FOLDER PROGRAM...     (needs curl and `pip install requests selectolax`)

Serves every FOLDER/*/page.html, with the `httpCharset` of the expected.json beside it, compressed with gzip, from a server
on this machine that keeps connections open. Fetches all pages in turn with each PROGRAM, with requests (a session per
thread, 15 rules on selectolax) and with `curl --parallel`, which parses nothing. Prints the median seconds of each, the
ratios to the two others, and the requests and connections that reached the server. The server is also the proxy for
whatever else a page names, and refuses it, so that nothing leaves this machine.
"""
import asyncio, concurrent.futures, gzip, multiprocessing, os, statistics, subprocess, sys, tempfile, threading, time
from pages import pages

ROUNDS = 7
JOBS = 8


class Server(asyncio.Protocol):
    answers, counts = {}, {"requests": 0, "connections": 0}

    def connection_made(self, transport):
        self.transport, self.rest = transport, b""
        self.counts["connections"] += 1

    def data_received(self, data):
        self.rest += data
        while b"\r\n\r\n" in self.rest:
            head, self.rest = self.rest.split(b"\r\n\r\n", 1)
            path = head.split(b" ", 2)[1]
            if path == b"/counts":  # since the last time
                body = "{requests} {connections}".format(**self.counts).encode()
                self.counts.update(requests=0, connections=0)
                self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                continue
            self.counts["requests"] += 1
            self.transport.write(self.answers.get(path, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))


def serve(files, port):
    for number, (path, _, charset) in enumerate(files):
        with open(path, "rb") as file:
            body = gzip.compress(file.read(), 6)
        kind = f"text/html; charset={charset}" if charset else "text/html"
        Server.answers[f"/{number}".encode()] = (
            f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
            .encode() + body)

    async def run():
        server = await asyncio.get_running_loop().create_server(Server, "127.0.0.1", 0, backlog=128)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()
    asyncio.run(run())


def crawl(addresses):
    """What `--requests` does, in a process of its own."""
    import requests
    from extraction import extract
    own = threading.local()

    def fetch(address):
        if not hasattr(own, "session"):
            own.session = requests.Session()
        return extract(own.session.get(address, timeout=30).content)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for found in pool.map(fetch, addresses):
            print(found)


def main():
    if len(sys.argv) == 2 and sys.argv[1] == "--requests":
        return crawl(sys.stdin.read().split())
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    files = list(pages(sys.argv[1]))
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(files, theirs), daemon=True)
    server.start()
    root = f"http://127.0.0.1:{ours.recv()}"
    addresses = "".join(f"{root}/{number}\n" for number in range(len(files)))
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "curl"), "w") as file:
            file.writelines(f'url = "{address}"\noutput = "/dev/null"\n' for address in addresses.split())
        runs = {program: [program, "preview", "--json", "--jobs", str(JOBS), "-"] for program in sys.argv[2:]}
        runs["requests"] = [sys.executable, os.path.abspath(__file__), "--requests"]
        runs["curl"] = ["curl", "-s", "-Z", "--parallel-max", str(JOBS), "--compressed", "-K", os.path.join(home, "curl")]
        environment = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "no_proxy": "127.0.0.1",
                       "http_proxy": root, "https_proxy": root}
        times, counts = {name: [] for name in runs}, {}
        for _ in range(ROUNDS):
            for name, command in runs.items():
                start = time.monotonic()
                subprocess.run(command, input=addresses, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, text=True)
                times[name].append(time.monotonic() - start)
                counts[name] = subprocess.check_output(["curl", "-s", root + "/counts"], text=True).split()
    server.terminate()
    median = {name: statistics.median(values) for name, values in times.items()}
    print(f"{len(files)} pages, median of {ROUNDS} rounds, seconds")
    for name, seconds in median.items():
        ratios = "  ".join(f"{seconds / median[other]:.2f} x {other}" for other in ("requests", "curl") if other != name)
        print(f"  {name:20} {seconds:6.3f}   {ratios}   {counts[name][0]} requests, {counts[name][1]} connections")


if __name__ == "__main__":
    main()
