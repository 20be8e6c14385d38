"""Real search servers on loopback for the tests, built from published jars alone.

    with SearchNode("opensearch2") as node:      # or "elasticsearch9"
        print(node.url)

Needs Maven, and a JDK: 17 or later for opensearch2, 21 or later for elasticsearch9. The jars are resolved and
the node compiled once, into a folder outside the checkout (RULEWRIGHT_SEARCH_CACHE names another one). The
server ends when its standard input closes, so also when the process that started it dies.
"""

import hashlib
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

Kind = Literal["opensearch2", "elasticsearch9"]
KINDS: tuple[Kind, ...] = ("opensearch2", "elasticsearch9")
HERE = Path(__file__).resolve().parent
ELASTICSEARCH_VERSION = "9.5.3"
_JAVA: Mapping[Kind, int] = {"opensearch2": 17, "elasticsearch9": 21}
_PLUGINS = (
    "org.opensearch.transport.Netty4Plugin",
    "org.opensearch.painless.PainlessPlugin",
    "org.opensearch.analysis.common.CommonAnalysisPlugin",
    "org.opensearch.index.mapper.MapperExtrasPlugin",
    "org.opensearch.index.reindex.ReindexPlugin",
    "NoriPlugin",
)
_START_S = 120.0
_STOP_S = 20.0


class NoServer(Exception):
    """What is missing on this machine to run a server, and how to get it."""


@dataclass(kw_only=True)
class SearchNode:
    """One server process on a free loopback port; `url` is set once it is ready."""

    kind: Kind
    heap: str = "512m"
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    url: str = ""

    def __enter__(self) -> "SearchNode":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> "SearchNode":
        """Build if needed, start, and wait until it answers. Raises NoServer when it cannot."""
        built = build(self.kind)
        self._home = Path(tempfile.mkdtemp(prefix="search-node-"))
        port = _free_port()
        with (self._home / "stderr.log").open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603  our own command line
                self._command(built, port), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
        assert self._process.stdout is not None
        if not _says_ready(self._process.stdout, _START_S):
            told = (self._home / "stderr.log").read_text(errors="replace")[-3000:]
            self.stop()
            raise NoServer(f"{self.kind} was not ready within {_START_S:.0f} s:\n{told}")
        self.url = f"http://127.0.0.1:{port}"
        return self

    def stop(self) -> None:
        """End the server and remove its files."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        shutil.rmtree(self._home, ignore_errors=True)

    def kill(self) -> None:
        """End the server as a crash does; `stop` still has to be called."""
        self._process.kill()
        self._process.wait()

    def _command(self, built: Path, port: int) -> list[str]:
        own = {
            "opensearch2": [f"-Dnode.plugins={','.join(_PLUGINS)}"],
            "elasticsearch9": [
                "-Dsun.net.httpserver.nodelay=true",
                f"-Des.version={ELASTICSEARCH_VERSION}",
                f"-Dbridge.jar={built / 'bridge.jar'}",
                "--enable-native-access=ALL-UNNAMED",
            ],
        }[self.kind]
        classes = [built / main.stem for main in _sources(self.kind) if main.stem != "Bridge"]
        return [
            str(java_home(_JAVA[self.kind]) / "bin" / "java"),
            f"-Xms{self.heap}",
            f"-Xmx{self.heap}",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            f"-Dlog4j2.configurationFile={HERE / self.kind / 'log4j2.properties'}",
            *own,
            "-cp",
            ":".join([*map(str, classes), f"{built / 'lib'}/*"]),
            "SearchNode",
            str(self._home),
            str(port),
            *(f"{key}={value}" for key, value in self.settings.items()),
        ]


def build(kind: Kind) -> Path:
    """The folder with the resolved jars and the compiled node, made when it is not there yet.

    Raises NoServer when Maven, a JDK or an artifact is missing.
    """
    target = _cache() / f"{kind}-{_fingerprint(kind)}"
    if (target / ".built").exists():
        return target
    maven, jdk, source = shutil.which("mvn"), java_home(_JAVA[kind]), HERE / kind
    if maven is None:
        raise NoServer("Maven is not installed: the servers' jars come through it")
    target.parent.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=f"{kind}-", dir=target.parent))
    _run([maven, "-B", "-q", "-f", str(source / "pom.xml"), "dependency:copy-dependencies",
          f"-DoutputDirectory={making / 'lib'}", "-DincludeScope=runtime"], jdk)  # fmt: skip
    for main in _sources(kind):
        _run([str(jdk / "bin" / "javac"), "-nowarn", "-Xlint:none", "-cp", f"{making / 'lib'}/*",
              "-d", str(making / main.stem), str(main)], jdk)  # fmt: skip
    if kind == "elasticsearch9":
        _run(
            [str(jdk / "bin" / "jar"), "cf", str(making / "bridge.jar"), "-C", str(making / "Bridge"), "."],
            jdk,
        )
    (making / ".built").touch()
    try:
        making.rename(target)
    except OSError:  # another run was quicker
        shutil.rmtree(making, ignore_errors=True)
    return target


def java_home(at_least: int) -> Path:
    """A JDK of that version or later: SEARCH_JAVA_HOME, JAVA_HOME, the one on PATH, or one beside it.

    Raises NoServer when there is none.
    """
    known = [Path(os.environ[name]) for name in ("SEARCH_JAVA_HOME", "JAVA_HOME") if name in os.environ]
    compiler = shutil.which("javac")
    if compiler is not None:
        own = Path(compiler).resolve().parents[1]
        known += [own, *sorted(own.parent.iterdir())]
    for home in known:
        release = home / "release"
        if (home / "bin" / "javac").exists() and release.exists():
            version = re.search(r'JAVA_VERSION="(\d+)', release.read_text())
            if version is not None and int(version[1]) >= at_least:
                return home
    raise NoServer(f"no JDK {at_least} or later was found; SEARCH_JAVA_HOME can name one")


def _sources(kind: Kind) -> list[Path]:
    return sorted((HERE / kind).glob("*.java"))


def _fingerprint(kind: Kind) -> str:
    """Changes when what the server is built from does."""
    whole = hashlib.sha256()
    for path in [HERE / kind / "pom.xml", *_sources(kind)]:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def _cache() -> Path:
    named = os.environ.get("RULEWRIGHT_SEARCH_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "rulewright" / "search"


def _run(command: list[str], jdk: Path) -> None:
    done = subprocess.run(  # noqa: S603  our own command line
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "JAVA_HOME": str(jdk)},
    )
    if done.returncode:
        raise NoServer(f"{Path(command[0]).name} failed: {(done.stdout + done.stderr)[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _says_ready(out: IO[bytes], within_s: float) -> bool:
    end, told = time.monotonic() + within_s, b""
    while not (b"READY" in told and told.endswith(b"\n")):
        if not select.select([out], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        chunk = os.read(out.fileno(), 4096)
        if not chunk:
            return False
        told += chunk
    return True


def main(kinds: list[str]) -> None:
    """Start each server once, say how long it took, and stop it."""
    for kind in KINDS:
        if kinds and kind not in kinds:
            continue
        began = time.monotonic()
        with SearchNode(kind=kind) as node:
            print(f"{kind} answers on {node.url} after {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
