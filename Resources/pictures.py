#!/usr/bin/env python3
"""Makes pictures of every screen of Raylette, to look at after a change, and those of README and the guide.

usage: Resources/pictures.py PROGRAM FOLDER [--screens NAME ...] [--sizes 80x24 ...] [--themes dark light]
       Resources/pictures.py PROGRAM Resources/screenshots --kept [NAME ...]

Each screen is FOLDER/NAME-SIZE-THEME.txt and, where xterm, Xvfb and ImageMagick are installed, .png: the program runs in
tmux, in an xterm on a display of its own. Its pages come from a server on this machine, and its files are in a temporary
home. A screen is reached through the palette, by the names of commands, so that it doesn't depend on their keys. Only the
pictures of README and the guide are kept: FOLDER/NAME.png, or .gif for several screens one after the other.
"""
import argparse, colorsys, functools, html, json, math, os, shutil, struct, subprocess, sys, tempfile, threading, time, zlib
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

SIZES = ["60x20", "80x24", "140x45", "200x60"]
THEMES = {"dark": ("#d8dee9", "#101418"), "light": ("#24292f", "#ffffff")}

# The steps to each screen: `:NAME` runs a command through the palette, `=TEXT` types, `@SECONDS` waits, `~` waits until
# the screen stands still, and anything else is the name of a key. `!` before the first step starts with other arguments.
SAVED = [":app.switch-tab", "~"]
CARD = [":spin.next", "~"]
READER = SAVED + ["Home", "~", ":link.read", "~"]
SCREENS = {
    "first": ["!empty"],
    "idle": [],
    "loading": ["!slow", ":spin.next", "@1"],
    "card": CARD,
    "card-bare": ["!bare"] + CARD,
    "card-cjk": ["!cjk"] + CARD,
    "card-saved": CARD + [":spin.save", "~"],
    "card-third": CARD + [":spin.next", "~", ":spin.next", "~"],
    "error": ["!error"] + CARD,
    "wheels": [":wheel.choose"],
    "narrowing": [":wheel.narrow"],
    "history": CARD + [":spin.next", "~", ":history.open"],
    "never": CARD + [":spin.never", "~", ":spin.never-list"],
    "tags-prompt": CARD + [":link.tag", "=swift gra"],
    "details": CARD + [":link.details", "~"],
    "details-problems": CARD + [":link.details", "@2", ":details.problems", "~"],
    "address": CARD + [":link.address"],
    "share": CARD + [":link.share"],
    "qr-code": CARD + [":link.share", ":share.qr-code", "~"],
    "saved-empty": ["!empty"] + SAVED,
    "saved": SAVED,
    "saved-middle": SAVED + ["PageDown", "Down", "~"],
    "saved-selected": SAVED + [":saved.select", ":saved.select"],
    "saved-filter": SAVED + [":saved.filter", "=ray", "~"],
    "saved-filtered": SAVED + [":saved.filter", "=#graphics ", "Enter", "~"],
    "saved-nothing": SAVED + [":saved.filter", "=zebra9 crossing", "~"],
    "saved-removed": SAVED + [":saved.remove", "~"],
    "fulltext": ["!kept"] + SAVED + [":saved.filter", "=sphere", "Enter", "~"],
    "trash": SAVED + [":saved.remove", "~", ":saved.trash", "~"],
    "tags": SAVED + [":saved.tags"],
    "searches": SAVED + [":saved.searches"],
    "edit": SAVED + [":saved.edit"],
    "add": SAVED + [":saved.add", "=https://"],
    "question": SAVED + [":saved.remove", "~", ":saved.trash", "~", ":saved.empty-trash"],
    "saved-details": SAVED + [":link.tag", "=later", "Enter", "~", ":link.details", "~"],
    "saved-share": SAVED + [":saved.select", ":saved.select", ":link.share"],
    "reader": READER,
    "reader-middle": READER + ["PageDown"],
    "reader-link": READER + ["Tab"],
    "reader-headings": READER + [":reader.contents"],
    "reader-links": READER + [":reader.links"],
    "reader-find": READER + [":reader.find", "=light"],
    "reader-letters": READER + [":reader.pick-link"],
    "reader-failed": ["!error"] + CARD + [":link.read", "~"],
    "help": [":app.help"],
    "help-saved": SAVED + [":app.help"],
    "help-search": [":app.help", ":help.search", "=card"],
    "palette": [":"],
    "palette-filter": SAVED + [":", "=tag"],
    "menu-go": SAVED + ["g"],
    "menu-view": SAVED + ["z"],
    "menu-sort": SAVED + [","],
    "menu-check": SAVED + ["c"],
    "sync": [":sync.show"],
    "shell": ["!shell"],
    "accessible-card": ["!accessible"] + CARD,
    "accessible-saved": ["!accessible"] + SAVED,
}

# The pictures of README and the guide: their size and their screens, side by side or, in a .gif, one after the other.
# Two others need several machines (sync.png) and a terminal with pixels (pixels.png).
KEPT = {
    "session.gif": ("80x24", ["first", "card", "card-saved", "saved", "saved-filter", "reader"]),
    "wheels.png": ("100x24", ["wheels"]),
    "saved.png": ("156x36", ["saved-filtered"]),
    "reader.png": ("92x50", ["reader"]),
    "shell.png": ("81x45", ["shell"]),
    "screens.png": ("80x24", ["error", "tags-prompt", "saved-details", "tags"]),
    "share.png": ("80x24", ["share", "qr-code"]),
    "palette.png": ("100x24", ["palette"]),
    "fulltext.png": ("112x25", ["fulltext"]),
    "history.png": ("100x24", ["history"]),
}

SITES = ["raytracing.example", "build.example", "books.example", "systems.example", "notes.example"]
TITLES = [
    "Ray Tracing in One Weekend", "Build Your Own Redis", "Crafting Interpreters", "An Operating System in a Thousand Lines",
    "How a Regular Expression Is Compiled", "Writing a Shell in C", "A Database from Scratch", "The Sorrow of Parsing",
    "Light, Shadow and the Colour of Things", "A Git That Fits in Your Head", "Let's Make a Text Editor",
    "Networks, One Packet at a Time", "A Neural Network in Plain Swift", "The Physics of a Bouncing Ball",
    "Memory Allocators and How to Love Them", "A Small Web Server", "Fonts Are Programs", "What a Linker Does",
    "A Search Engine for Your Notes", "Drawing Lines by Hand",
]
TAGS = [["graphics", "swift"], ["databases"], ["compilers", "books"], ["systems"], []]
SENTENCES = (
    "A ray starts at the eye and goes through a pixel. Where it meets a surface, the light is gathered from all sides. "
    "Most of it is lost, and that is what makes a shadow soft. When a computer starts, it knows nothing of files, of "
    "memory or of you. The first 512 bytes of the disk have to teach it the rest. Take one step after the other, and "
    "test each of them before you go on.").split(". ")


@functools.cache
def png(width, height, number):
    """Two balls on a checkered floor below a sky, as PNG."""
    random = Random(number)
    balls = []
    for side in (-1, 1):
        radius = random.uniform(0.7, 1.1)
        center = (side * random.uniform(0.9, 1.5), radius, random.uniform(4.5, 6.5))
        color = colorsys.hsv_to_rgb(random.random(), 0.55, 0.9)
        balls.append((center, radius, color))
    light = (-0.5, 0.76, -0.41)

    def dot(a, b):
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

    def hit(start, way):
        """The distance to the nearest ball, and the ball."""
        nearest = None
        for ball in balls:
            center, radius, _ = ball
            gap = (start[0] - center[0], start[1] - center[1], start[2] - center[2])
            half = dot(gap, way)
            root = half * half - dot(gap, gap) + radius * radius
            if root > 0 and (distance := -half - math.sqrt(root)) > 1e-3 and (not nearest or distance < nearest[0]):
                nearest = distance, ball
        return nearest

    def color(start, way, depth=2):
        found = hit(start, way)
        floor = -start[1] / way[1] if way[1] < 0 else math.inf
        if found and found[0] < floor:
            distance, (center, radius, base) = found
            point = tuple(start[i] + way[i] * distance for i in range(3))
            normal = tuple((point[i] - center[i]) / radius for i in range(3))
            shade = 0.35 + 0.65 * max(0, dot(normal, light))
            own = tuple(channel * shade for channel in base)
            if not depth:
                return own
            turn = 2 * dot(way, normal)
            mirrored = color(point, tuple(way[i] - turn * normal[i] for i in range(3)), depth - 1)
            return tuple(0.8 * own[i] + 0.2 * mirrored[i] for i in range(3))
        sky = tuple(a + (b - a) * min(1, abs(way[1]) * 2) for a, b in ((0.9, 0.5), (0.94, 0.7), (0.98, 0.95)))
        if floor == math.inf:
            return sky
        point = tuple(start[i] + way[i] * floor for i in range(3))
        field = (0.82, 0.84, 0.88) if (math.floor(point[0]) + math.floor(point[2])) % 2 else (0.28, 0.32, 0.4)
        shade = 0.5 if hit(point, light) else 1
        haze = min(1, floor / 30)
        return tuple(field[i] * shade * (1 - haze) + sky[i] * haze for i in range(3))

    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            way = ((x - width / 2) / height * 1.2, 0.05 - (y - height / 2) / height * 1.2, 1.6)
            length = math.sqrt(dot(way, way))
            ray = tuple(part / length for part in way)
            rows += bytes(min(255, int(channel * 255)) for channel in color((0, 1.3, 0), ray))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


def address(number):
    return f"http://{SITES[number % len(SITES)]}/{number}"


def page(number):
    title = TITLES[number % len(TITLES)]
    def text(count, start):
        return ". ".join(SENTENCES[(start + i) % len(SENTENCES)].rstrip(".") for i in range(count)) + "."
    blocks = []
    if number % 7 == 0:
        blocks.append("<p>Behind the last hill stands a sphere of glass, and a second sphere stands in its shadow.</p>")
    for part in range(8):
        blocks.append(f"<h2>Part {part + 1}: {SENTENCES[part % len(SENTENCES)].split(',')[0].rstrip('.')}</h2>")
        blocks.append(f"<p>{text(5, part)} <a href='{address(number + part + 1)}'>{TITLES[(number + part + 1) % len(TITLES)]}"
                      f"</a> has more. {text(3, part + 2)}</p>")
        if part % 3 == 0:
            blocks.append("<pre><code class='language-swift'>func trace(_ ray: Ray) -> Color {\n"
                          "  guard let hit = scene.hit(ray) else { return .black }  // the sky\n"
                          "  return hit.color * 0.5\n}</code></pre>")
        if part % 3 == 1:
            blocks.append("<ul><li>one ray for each pixel</li><li>ten for a soft shadow</li></ul>")
    picture = f"<meta property='og:image' content='/{number}.png'>" if number % 4 != 3 else ""
    return (f"<!DOCTYPE html><html lang=en><head><title>{title}</title><meta name=author content='Ann Writer'>"
            f"<meta property='article:published_time' content='2024-04-13'><meta property='og:type' content=article>"
            f"<meta property='og:description' content=\"{html.escape(text(3, number))}\">{picture}</head>"
            f"<body><article><h1>{title}</h1>{''.join(blocks)}</article></body></html>")


OTHER_PAGES = {
    "/cjk": "<!DOCTYPE html><html lang=ja><title>自作プログラミング言語のための日本語入門チュートリアル</title>"
            "<meta name=description content='字句解析から仮想機械まで、手を動かしながら学びます。'>",
    "/bare": "<!DOCTYPE html><title>A page without a picture</title>",
    "/slow": "<!DOCTYPE html><title>Late</title>",
}


class Pages(BaseHTTPRequestHandler):
    """Answers for all hosts, as a proxy does."""

    def do_GET(self):
        path = "/" + self.path.split("//", 1)[-1].split("/", 1)[-1] if "//" in self.path else self.path
        if path == "/slow":
            time.sleep(20)
        name, _, kind = path[1:].partition(".")
        if path in OTHER_PAGES:
            self.answer("text/html; charset=utf-8", OTHER_PAGES[path].encode())
        elif name.isdigit() and kind == "png":
            self.answer("image/png", png(320, 180, int(name) % 6))
        elif name.isdigit():
            self.answer("text/html; charset=utf-8", page(int(name)).encode())
        else:
            self.answer("text/plain", b"nothing here", 404)

    def answer(self, kind, body, status=200):
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            pass

    def log_message(self, *_):
        pass


CONFIG = """\
prefetch: false
keep: off
sync: {automatic: false}
searches:
  To read: "is:unread"
  Graphics: "#graphics"
share:
  - name: Toot
    command: [toot, post, "{title} {url}"]
"""

# Prints commands as if they were typed, and what they print. The pane stays as it is then.
SHELL = r"""
raylette() { "$program" "$@"; }
run() { printf '\033[36m$\033[0m %s\n' "$1"; eval "$1"; echo; }
run "raylette saved list '#graphics' --limit 4"
run "raylette preview http://raytracing.example/0"
exec sleep 1000000
"""


class Home:
    """A home with saved links, wheels and a place to sync with."""

    def __init__(self, folder, program, proxy):
        self.folder, self.program = folder, program
        self.environment = {
            "HOME": folder, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "http_proxy": proxy, "COLORTERM": "truecolor", "GIT_CONFIG_GLOBAL": "/dev/null",
        }
        for number, name in enumerate(("bare", "cjk", "slow", "error")):
            self.write(f"{name}.txt", f"http://{SITES[number]}/{name}\n")
        self.write("wheel.md", "# Graphics\n" + "".join(
            f"- [{title}]({address(number + 60)})\n" + ("# Systems\n" if number == 8 else "")
            for number, title in enumerate(TITLES)))
        os.makedirs(self.path("empty"))
        self.write("links.jsonl", "".join(map(self.link, range(60))))
        self.write(".config/raylette/config.yml", CONFIG)
        for arguments in (["saved", "import", "links.jsonl"], ["wheel", "add", "reading", "wheel.md"],
                          ["sync", "init", "--folder", "place"]):
            os.makedirs(self.path("place"), exist_ok=True)
            self.run(*arguments)

    def run(self, *arguments):
        result = subprocess.run(
            [self.program, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"raylette {' '.join(arguments)}: {result.stderr.strip()}")

    def keep(self):
        """Keeps the texts of the saved links, which takes a second a page of each site."""
        self.write(".config/raylette/config.yml", CONFIG.replace("keep: off", "keep: text"))
        self.run("saved", "keep")
        self.write(".config/raylette/config.yml", CONFIG)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)

    def link(self, number):
        saved = datetime.now(timezone.utc) - timedelta(hours=5 + number * number)
        title = TITLES[number % len(TITLES)] + (f", part {number // len(TITLES) + 1}" if number >= len(TITLES) else "")
        line = {"url": address(number), "title": title, "tags": TAGS[number % len(TAGS)],
                "savedAt": saved.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
        if number % 7 == 2:
            line["note"] = "Chapter 14 explains bytecode well."
        return json.dumps(line) + "\n"

    def command(self, kind, theme):
        """The command line of a screen. Each starts with a copy of the home, so that none changes another."""
        if kind == "kept":
            self.keep()
        copy = tempfile.mkdtemp(dir=os.path.dirname(self.folder))
        if kind == "empty":
            self.write(".config/raylette/config.yml", CONFIG)
            shutil.copytree(self.path(".config"), os.path.join(copy, ".config"))
        else:
            shutil.copytree(self.folder, copy, dirs_exist_ok=True)
        wheel = {"slow", "bare", "cjk", "error"} & {kind}
        arguments = ["--wheel", f"{copy}/{kind}.txt"] if wheel else [] if kind == "empty" else ["--wheel", "reading"]
        arguments += ["--seed", "7", "--theme", theme, "--timeout", "30"] + (["--accessible"] if kind == "accessible" else [])
        variables = [f"{key}={value}" for key, value in (self.environment | {"HOME": copy}).items() if key != "TERM"]
        if kind == "shell":
            return ["env", "-u", "TMUX", *variables, f"program={self.program}", "sh", "-c", SHELL]
        return ["env", "-u", "TMUX", *variables, self.program, *arguments]


class Screen:
    """A tmux of one size, in an xterm if there's one."""

    def __init__(self, size, theme, folder):
        self.columns, self.rows = map(int, size.split("x"))
        self.socket = os.path.join(folder, f"tmux-{size}-{theme}")
        self.tmux("new-session", "-d", "-x", str(self.columns), "-y", str(self.rows), "sleep 1000000")
        for option in (["-g", "status", "off"], ["-g", "escape-time", "0"], ["-g", "remain-on-exit", "on"],
                       ["-g", "default-terminal", "tmux-256color"], ["-ga", "terminal-overrides", ",*:Tc"]):
            self.tmux("set", *option)
        self.children, self.window = [], None
        if all(map(shutil.which, ("Xvfb", "xterm", "import"))):
            self.open_xterm(theme, os.path.join(folder, f"window-{size}-{theme}"))

    def open_xterm(self, theme, file):
        read, write = os.pipe()
        self.children.append(subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "2600x1800x24"], pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as line:
            self.display = ":" + line.readline().strip()
        foreground, background = THEMES[theme]
        attach = f"echo $WINDOWID > {file}; exec tmux -S {self.socket} attach"
        self.children.append(subprocess.Popen(
            ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "11", "-geometry", f"{self.columns}x{self.rows}+0+0", "+sb", "-b", "4",
             "-fg", foreground, "-bg", background, "-e", "sh", "-c", attach],
            env=os.environ | {"DISPLAY": self.display, "LC_ALL": "C.UTF-8"}, stderr=subprocess.DEVNULL))
        for _ in range(300):
            if os.path.exists(file) and os.path.getsize(file):
                with open(file) as lines:
                    self.window = lines.read().strip()
                time.sleep(0.5)
                return
            time.sleep(0.1)
        sys.exit("pictures.py: xterm opened no window")

    def tmux(self, *arguments):
        result = subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *arguments], capture_output=True, text=True)
        return result.stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def wait(self, least=0.4, most=8):
        """Waits until the screen has been the same for a while."""
        end, text, since = time.time() + most, None, time.time()
        while time.time() < end and time.time() - since < least:
            time.sleep(0.1)
            now = self.text()
            if now != text:
                text, since = now, time.time()

    def show(self, command, steps):
        self.tmux("respawn-pane", "-k", *command)
        self.wait()
        for step in steps:
            if step == "~":
                self.wait()
            elif step[0] == "@":
                time.sleep(float(step[1:]))
            elif step[0] == "=":
                self.tmux("send-keys", "-l", step[1:])
            elif step[0] == ":":
                self.tmux("send-keys", "-l", step)
                if len(step) > 1:
                    self.tmux("send-keys", "Enter")
                time.sleep(0.15)
            else:
                self.tmux("send-keys", step)
        if not steps or steps[-1][0] != "@":
            self.wait(least=1)  # Pictures come later than texts.

    def save(self, path):
        with open(path + ".txt", "w") as file:
            file.write(self.text())
        if self.window:
            subprocess.run(
                ["import", "-window", self.window, path + ".png"], env=os.environ | {"DISPLAY": self.display}, check=True)

    def close(self):
        self.tmux("kill-server")
        for child in reversed(self.children):
            child.terminate()
            child.wait()


def show(screens, sizes, themes, home, folder, into):
    """Makes the pictures of screens, and returns their paths."""
    paths = []
    for theme in themes:
        for size in sizes:
            screen = Screen(size, theme, folder)
            try:
                for name in screens:
                    steps = SCREENS[name]
                    kind = steps[0][1:] if steps and steps[0][0] == "!" else ""
                    screen.show(home.command(kind, theme), steps[1:] if kind else steps)
                    paths.append(os.path.join(into, f"{name}-{size}-{theme}"))
                    screen.save(paths[-1])
                    print(paths[-1], flush=True)
            finally:
                screen.close()
    return paths


def keep(names, home, folder, into):
    """Makes pictures of README and the guide."""
    for name in names:
        size, screens = KEPT[name]
        pictures = [path + ".png" for path in show(screens, [size], ["dark"], home, folder, folder)]
        columns = "2" if len(pictures) > 1 else "1"
        command = (
            ["convert", "-delay", "250", "-loop", "0", *pictures, "-layers", "optimize"] if name.endswith(".gif") else
            ["montage", *pictures, "-background", "#3b4048", "-tile", f"{columns}x",
             "-geometry", "+4+4" if len(pictures) > 1 else "+0+0", "+dither", "-colors", "128", "-strip"])
        subprocess.run([*command, os.path.join(into, name)], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--screens", nargs="+", default=list(SCREENS), choices=list(SCREENS), metavar="NAME")
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--themes", nargs="+", default=list(THEMES), choices=list(THEMES))
    parser.add_argument("--kept", nargs="*", choices=list(KEPT), metavar="NAME")
    arguments = parser.parse_args()
    if not shutil.which("tmux"):
        sys.exit("pictures.py needs tmux")
    os.makedirs(arguments.folder, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "home"))
        program = os.path.abspath(arguments.program)
        home = Home(os.path.join(folder, "home"), program, f"http://127.0.0.1:{server.server_address[1]}")
        if arguments.kept is None:
            show(arguments.screens, arguments.sizes, arguments.themes, home, folder, arguments.folder)
        else:
            keep(arguments.kept or list(KEPT), home, folder, arguments.folder)


if __name__ == "__main__":
    main()
