#!/usr/bin/env python3
"""MPJ Express of Debian's package libmpj-java, with JDK 25 or later; as a program it runs
bench.PingPongMpj.

  mpj_express.py multicore|niodev RANKS PingPong ARGUMENTS
  mpj_express.py --version

multicore: the ranks are threads of one JVM.  niodev: each is a JVM, messages go over TCP; the daemon
that starts them runs for the time of the job.
"""
import glob
import os
import re
import shutil
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = '/usr/share/mpj'
LIBRARIES = ['log4j-1.2', 'commons-io', 'commons-codec']    # the package lacks links to them
SOURCES = os.path.join(HERE, 'src', 'main', 'java')
PING_PONG = os.path.join(SOURCES, 'bench', 'PingPongMpj.java')
HOME = os.path.join(HERE, 'target', 'mpj-express')
CLASSES = os.path.join(HOME, 'classes')
JAVA_RELEASE = 25
PATIENCE_S = 30


def release_of(home):
    """The major release of the JDK in a folder; 0 if there is none."""
    try:
        with open(os.path.join(home, 'release')) as file:
            found = re.search(r'JAVA_VERSION="(\d+)', file.read())
    except OSError:
        return 0
    return int(found.group(1)) if found and os.access(os.path.join(home, 'bin', 'javac'), os.X_OK) else 0


def jdk():
    variables = [os.environ.get(name, '') for name in ('MUSUBI_JAVA_HOME', 'JAVA_HOME')]
    on_path = os.path.realpath(shutil.which('java') or '')
    for home in [*variables, os.path.dirname(os.path.dirname(on_path)),
                 *sorted(glob.glob('/usr/lib/jvm/*'))]:
        if release_of(home) >= JAVA_RELEASE:
            return home
    return sys.exit(f'no JDK {JAVA_RELEASE} found; set JAVA_HOME')


def free_port():
    with socket.socket() as probe:
        probe.bind(('', 0))
        return probe.getsockname()[1]


def configured(text, port=free_port):
    """The configuration of MPJ Express with other ports, so that jobs do not meet."""
    return re.sub(r'(?m)^(mpjexpress\.\w+\.port\.\d)=\d+$',
                  lambda line: f'{line.group(1)}={port()}', text)


def is_installed():
    return os.path.isdir(PACKAGE)


def prepare(java_home, sources):
    """A home of MPJ Express with all jars, and the compiled program; returns the daemon's port."""
    if not is_installed():
        sys.exit('MPJ Express not found; on Debian: apt-get install libmpj-java')
    for folder in ('lib', 'conf', 'logs', 'classes'):
        os.makedirs(os.path.join(HOME, folder), exist_ok=True)
    jars = glob.glob(f'{PACKAGE}/lib/*.jar') + [f'/usr/share/java/{name}.jar' for name in LIBRARIES]
    for jar in jars:
        target = os.path.join(HOME, 'lib', os.path.basename(jar))
        if os.path.exists(jar) and not os.path.exists(target):
            shutil.copyfile(jar, target)
    with open(f'{PACKAGE}/conf/mpjexpress.conf') as file:
        text = configured(file.read())
    with open(os.path.join(HOME, 'conf', 'mpjexpress.conf'), 'w') as file:
        file.write(text)
    with open(os.path.join(HOME, 'machines'), 'w') as file:
        file.write('localhost\n')
    subprocess.check_call([os.path.join(java_home, 'bin', 'javac'), '-cp',
                           os.path.join(HOME, 'lib', 'mpj.jar'), '-d', CLASSES, *sources])
    return int(re.search(r'mpjdaemon\.port\.1=(\d+)', text).group(1))


def start_daemon(port, environment):
    daemon = subprocess.Popen(
        ['java', '-cp', os.path.join(HOME, 'lib', '*'), 'runtime.daemon.MPJDaemon', str(port)],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and daemon.poll() is None:
        try:
            socket.create_connection(('localhost', port), 1).close()
            return daemon
        except OSError:
            time.sleep(0.05)
    daemon.kill()
    return sys.exit(f'the daemon of MPJ Express does not listen: port={port}')


def environment(java_home):
    path = os.path.join(java_home, 'bin') + os.pathsep + os.environ['PATH']
    return {**os.environ, 'PATH': path, 'MPJ_HOME': HOME}


def command(device, ranks, program, words):
    place = [] if device == 'multicore' else [
        '-machinesfile', os.path.join(HOME, 'machines'), '-wdir', HOME]
    return ['java', '-jar', os.path.join(HOME, 'lib', 'starter.jar'), '-np', ranks,
            '-dev', device, *place, '-cp', CLASSES, program, *words]


def version(java_home):
    name = os.path.basename(os.path.realpath(f'{PACKAGE}/lib/mpj.jar'))[4:-4]
    return f'MPJ Express {name}, JDK {release_of(java_home)}'


def main():
    java_home = jdk()
    if sys.argv[1:] == ['--version']:
        print(version(java_home))
        return 0
    if len(sys.argv) < 3 or sys.argv[1] not in ('multicore', 'niodev'):
        sys.exit(__doc__)
    if sys.argv[3:4] != ['PingPong']:
        sys.exit('MPJ Express is measured with PingPong only')
    port = prepare(java_home, [PING_PONG])
    variables = environment(java_home)
    daemon = start_daemon(port, variables) if sys.argv[1] == 'niodev' else None
    try:
        words = command(sys.argv[1], sys.argv[2], 'bench.PingPongMpj', sys.argv[3:])
        return subprocess.call(words, env=variables)
    finally:
        if daemon:
            daemon.terminate()


if __name__ == '__main__':
    sys.exit(main())
