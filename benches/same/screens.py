"""Keys that visit every view of the screen, typed into both programs at once; after each key, the frames are compared."""

import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import time

import sides

SIZES = [(80, 24), (120, 36), (200, 50)]
# Frames are at rest when nothing was drawn, and no thread ran, for so many seconds.
REST = 0.12
# Frames that differ at rest have so many seconds to become alike: a result or a message may be late in one of them.
PATIENCE = 3
LONGEST = 30

# What is typed: names of keys as tmux has them, single letters, and texts.
SCRIPTS = {
    ("lists", "demo"): """
        j j k G g NPage PPage C-d C-u End Home > > > < R R Right Left Down Right Left / harbour Enter j Escape / '>60' Enter Escape
        / copies Enter Escape / lang:ru Enter Escape / is:undecided Enter > Escape / 'nothing at all' Enter Escape / -licences BSpace Escape
        Tab Tab Tab Tab BTab Escape F5 C-l ] [ q
    """,
    ("rooms", "demo"): """
        D j j > R / bees Enter Enter Escape Escape Escape K Down Right Down Enter Escape K Down Right K Escape Escape
        ':passages of' Enter j > Enter Escape Escape ':phrases' Enter Escape ! j Escape
        '\"' Down n N Enter Escape '\"' Escape Q 'the harbour belongs to the gulls' Down Up Enter Escape C-u 'zzz qqq' Escape Escape
    """,
    ("pair", "demo"): """
        Enter n n N 1 ; j Enter > ; i i v v v V j j Tab j G g NPage
        / tea Enter n N Escape ] ] [ y d Down Right C-Right Home End n d x Right Right Left . , x Escape
    """,
    ("parameters", "demo"): """
        w t s a m u U W T m + a - u u u = 'w 5' Enter = 'threshold 35%' Enter = 'language de' Enter = 'sketch minhash' Enter
        = 'functions 12' Enter = 'verify off' Enter = 'preset node' Enter = 'preset none' Enter = nonsense Enter Escape = Tab Tab Escape
        Tab Tab Tab Right Right Right Up Down Enter Escape Escape '*' w T '*'
        = 'common 20%' Enter u = 'between essays .' Enter u = 'skip-same directory' Enter u = 'template fixtures/cli/ferry.txt' Enter
        K Escape 3 Escape
    """,
    ("marks", "demo"): """
        Space r Space q Space Space Space '?' Escape u U Space n 'ask on Friday' Enter Space 3 u Space a Escape / is:decided Enter
        Escape / note:friday Enter Escape K Space c Escape '\"' Space m Escape Enter Space o d Space r Escape Escape
    """,
    ("phrases", "demo"): r"""
        / licences Enter Enter \\ i Escape Escape ':phrases' Enter \\ Escape u U ':own phrase' Enter 'the stone bridge over' Enter
        ':leave out before six in the morning' Enter ':phrases' Enter j Enter Escape Escape = 'phrases off' Enter = 'phrases on' Enter
        ':passages of' Enter j \\ u Escape
    """,
    ("lesson", "demo"): """
        L Right Right Down Right Down NPage Right Right Right Right Right Right Right Left 3 Down Up End Home w m End j NPage Escape
        C-g Escape Enter L Right Escape
    """,
    ("sandbox", "demo"): """
        Z 'one two three four' Left BSpace x Tab w Tab Escape Escape Enter n Z ' and more' C-g Right Escape C-w C-u Tab Tab Escape
    """,
    ("laboratory", "demo"): "X Right Down Right Down Right Right Down Enter X Left Enter Escape Escape ':bands' Escape",
    ("help", "demo"): """
        '?' Tab Tab NPage j G copy Down Enter '?' zzz Escape Escape Enter '?' Escape D '?' Escape : harb Escape C-p 'w 5' Enter
        : 'theme light' Enter : 'theme 16' Enter : 'theme mono' Enter ':colours' Enter : Down Down Up Escape : nonsense Enter
    """,
    ("projector", "demo"): "C-o j Enter n w C-o L Right C-o Right Escape Escape",
    ("report", "demo"): """
        / essays Enter ':report' Enter C-u {out}/report.html Enter ':report' Enter C-u {out}/report.html Enter Escape
        ':report' Enter C-u demo/report.html Enter Escape Escape ':report' Enter C-u {out}/report.pdf Enter Escape
    """,
    ("decided", "demo --decisions files/decisions.jsonl --theme light"): "/ is:reused Enter Escape / is:undecided Enter Escape D Enter",
    ("odd", "odd --hidden --ignored --theme dark"): "! j Right j Left Enter Escape D j j j Enter Escape Escape Enter x i n",
    ("mono", "demo --theme mono --mouse off"): "j Enter d x Escape Escape L Right Right Escape K Escape X Escape",
    ("estimates", "demo --sketch minhash -w 2 --theme 16"): "j Enter i Escape K X Escape = 'sketch megashingle' Enter L Right Right",
    ("records", "odd --records jsonl:text"): "D Enter Escape ! Escape Enter n d Escape Q harbour",
    ("two files", "demo/news/bridge-morning.txt demo/news/bridge-abroad.md --projector"): "n n d Escape i x Right Escape w L Right",
    ("formats", "fixtures"): "j Enter Escape D > > G Enter Escape ':languages' Enter j j Enter",
    ("lesson alone", "teach"): "Right Right Right Right Down Right Down Right Down Right Down Right Down Right Down Right Right Right Right Right Right Right Right Right End Escape",
    ("lesson of two files", "teach demo/essays/tea.txt demo/essays/tea.html"): "Right 5 Down Right Right Right End w t Left",
    ("sandbox alone", "teach --sandbox"): "Enter 'a b c d' Tab Tab Escape",
    ("the mouse", "demo"): "MOUSE:0:9:12 MOUSE:0:9:14 MOUSE:65:9:14 MOUSE:64:9:14 MOUSE:65:14:2 MOUSE:0:40:30 MOUSE:0:78:22 MOUSE:0:4:2 MOUSE:2:9:12",
    ("the demo", "--demo"): "j Enter Escape",
    ("a second visit", "demo; demo"): "j j T / harbour Enter q j u Escape",
    ("a wrong start", "nowhere"): "",
}


@dataclasses.dataclass
class Case:
    name: str
    commands: str
    size: tuple
    keys: list

    @property
    def weight(self):
        return len(self.keys) + 1


def cases():
    for (name, commands), script in SCRIPTS.items():
        keys = []
        for key in shlex.split(script):
            # What a filter selects depends on what it was while it was typed, so its letters are typed one by one.
            keys += list(key) if keys[-1:] == ["/"] else [key]
        for size in SIZES:
            yield Case(f"screen {name} {size[0]}x{size[1]}", commands, size, keys)


class Pane:
    """A program in a terminal."""

    def __init__(self, side, size, commands):
        self.side = side
        runs = "".join(f"{shlex.quote(side.program)} {command}; echo ended $?; " for command in commands.split("; "))
        (side.place / "tmux.conf").write_text("set -g status off\n")
        environment = [f"{name}={value}" for name, value in (side.environment() | {"EDITOR": "true"}).items()]
        command = shlex.join(["env", "-i", *environment, "sh", "-c", f"{runs} exec sleep 1000"])
        self.tmux("-f", str(side.place / "tmux.conf"), "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "-s", "s", command)
        self.pid = int(self.tmux("display-message", "-p", "-t", "s", "#{pane_pid}"))

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", str(self.side.place / "tmux"), *words], cwd=self.side.texts, env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}, capture_output=True, check=True).stdout

    def press(self, key):
        key = key.replace("{out}", str(self.side.place / "out"))
        if key.startswith("MOUSE:"):
            button, column, row = key.split(":")[1:]
            for end in "Mm" if int(button) < 64 else "M":
                self.tmux("send-keys", "-t", "s", "-l", f"\x1b[<{button};{column};{row}{end}")
        elif len(key) > 1 and (key[0].isupper() or key.startswith("C-")) and " " not in key or key == "F5":
            self.tmux("send-keys", "-t", "s", key)
        else:
            # A semicolon at the end would end the command.
            self.tmux("send-keys", "-t", "s", "-l", "--", re.sub(";$", r"\\;", key))

    def frame(self):
        """What is shown, with its colours, and where the cursor is if it is shown."""
        cursor = "#{?cursor_flag,the cursor at #{cursor_x} #{cursor_y},no cursor}"
        shown = self.tmux("capture-pane", "-e", "-p", "-t", "s", ";", "display-message", "-p", "-t", "s", cursor)
        return drawn(self.side.alike(shown).decode())

    def is_busy(self):
        """Whether any thread of the program runs."""
        waiting, found = [self.pid], False
        while waiting and not found:
            for thread in pathlib.Path(f"/proc/{waiting.pop()}/task").glob("*"):
                try:
                    found |= (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD"
                    waiting += (thread / "children").read_text().split()
                except OSError:
                    pass
        return found

    def end(self):
        self.tmux("kill-server")


def styled(style, codes):
    """The style after a sequence of codes (SGR)."""
    style, codes = dict(style), codes.split(";")
    while codes:
        code = codes.pop(0)
        if code in ("", "0"):
            style = {}
        elif code in ("38", "48", "58"):
            number = 2 if codes[0] == "5" else 4
            style[code], codes = ";".join([code, *codes[:number]]), codes[number:]
        elif code in ("39", "49"):
            style.pop(f"{code[0]}8", None)
        else:
            style[{"3": "38", "9": "38", "4": "48", "1": "48"}[code[0]] if len(code) > 1 else code] = code
    return style


def drawn(shown):
    """The frame with each style before its text. How tmux goes from one style to the next, and blanks that have none at the end of a
    line, depend on what was there before."""
    style, lines = {}, []
    for line in shown.split("\n"):
        runs = []
        for number, part in enumerate(re.split("\x1b\\[([0-9;]*)m", line)):
            if number % 2:
                style = styled(style, part)
            elif runs and runs[-1][0] == style:
                runs[-1][1] += part
            elif part:
                runs.append([style, part])
        if runs and not runs[-1][0]:
            runs[-1][1] = runs[-1][1].rstrip(" ")
        lines.append("".join(f"<{' '.join(sorted(style.values()))}>{text}" for style, text in runs if text))
    return "\n".join(lines).encode()


def settle(panes):
    """Waits until both are at rest and show the same, or at rest for long; returns what they show."""
    started = since = time.monotonic()
    last = None
    while True:
        frames, now = [pane.frame() for pane in panes], time.monotonic()
        if frames != last or any(pane.is_busy() for pane in panes):
            last, since = frames, now
        if now - since >= (REST if frames[0] == frames[1] else PATIENCE) or now - started > LONGEST:
            return frames
        time.sleep(0.02)


def compare(name, pair, case):
    """Stops at the first key after which frames differ: all that follows comes of that."""
    panes = [Pane(side.fresh(name), case.size, case.commands) for side in pair]
    try:
        for number in range(case.weight):
            if number > 0:
                for pane in panes:
                    pane.press(case.keys[number - 1])
            old, new = settle(panes)
            if old != new:
                return f"{case.name}: {case.commands}: after {shlex.join(case.keys[:number])}\n{sides.first_difference(old, new)}"
        return None
    finally:
        for pane in panes:
            pane.end()
            shutil.rmtree(pane.side.place, ignore_errors=True)
