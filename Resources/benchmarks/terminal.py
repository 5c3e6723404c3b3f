"""Programs in a pseudo-terminal of 140x45, and the time that they take to answer. Shared by the other scripts."""
import fcntl, os, pty, select, signal, statistics, struct, termios, time

QUIET = 0.12


def environment_of(home):
    """The variables of a program that finds all its files in a home."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return others | {"HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "ESCDELAY": "5"}


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
