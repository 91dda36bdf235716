"""The application suite: whole programs, in Java and in C, from their launch to their end."""
import glob
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import threading
import time
from typing import NamedTuple

from . import libraries as entries
from . import dots, mpj_express, openmpi_java, report
from .libraries import HERE, ROOT
from .results import number

LIBRARIES = ['musubi', 'musubi-pvas', 'openmpi', 'mpich', 'mpj-express', 'openmpi-java']
MAIN = 'applications.Applications'
CLASSES = os.path.join('benchmarks', 'target', 'classes')
SAMPLE_S = 0.05

# As HotSpot does: for this processor, and without fused operations, which round otherwise.
FLAGS = ['-O3', '-march=native', '-ffp-contract=off']


class Run(NamedTuple):
    """One run, s and MiB; the kernel is the timed part of the slowest rank."""
    wall: float
    kernel: float
    communication: float
    processor: float
    memory: float
    value: float


class Failed(Exception):
    """A run that did not end well, or computed something wrong."""


def known():
    """For each application its arguments by size."""
    with open(os.path.join(HERE, 'applications.json')) as file:
        return json.load(file)


def installed():
    """All libraries, without the bindings of Open MPI where there are none."""
    return [name for name in LIBRARIES if name != 'openmpi-java' or openmpi_java.is_installed()]


def sources(dialect):
    """The sources without those in the other dialect: its names are not in this library."""
    others = {'mpiJava': {'OpenMpiWorld.java', 'OpenMpiApplications.java'},
              'Open MPI': {'MpjWorld.java', 'Applications.java'}}[dialect]
    folder = os.path.join(mpj_express.SOURCES, 'applications')
    return [file for file in glob.glob(os.path.join(folder, '**', '*.java'), recursive=True)
            if os.path.basename(file) not in others]


def native_path(library, name):
    return os.path.join('benchmarks', 'target', 'native', library, 'applications', name)


def build_native(library, compiler, names):
    folder = os.path.join(HERE, 'native', 'applications')
    common = [os.path.join(folder, name) for name in ('application.c', 'communication.c')]
    for name in names:
        target = os.path.join(ROOT, native_path(library, name))
        inputs = [os.path.join(folder, name + '.c'), *common]
        newest = max(map(os.path.getmtime, [*inputs, *glob.glob(os.path.join(folder, '*.h'))]))
        if os.path.exists(target) and os.path.getmtime(target) >= newest:
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        subprocess.check_call([compiler, *FLAGS, '-o', target, *inputs, '-lm'])


def command(name, ranks, application, words):
    """The command of a run, and its environment."""
    if name == 'mpj-express':
        words = mpj_express.command('multicore', str(ranks), MAIN, [application, *words])
        return words, mpj_express.environment(mpj_express.jdk())
    if name == 'openmpi-java':
        return openmpi_java.command(str(ranks), [application, *words]), openmpi_java.environment()
    if name in ('openmpi', 'mpich'):
        program = [native_path(name, application)]
        launch = {'openmpi': ['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe', '-np'],
                  'mpich': ['mpiexec.mpich', '-n']}[name]
        return [*launch, str(ranks), *program, *words], dict(os.environ)
    mode = ['--pvas'] if name == 'musubi-pvas' else []
    return (['./mpiexec', *mode, '-n', str(ranks), '-cp', CLASSES, MAIN, application, *words],
            dict(os.environ))


def descendants_memory(parent):
    """PSS of a process and all its descendants, in MiB."""
    children, total = {}, 0
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/stat') as file:
                children.setdefault(int(file.read().rpartition(')')[2].split()[1]), []).append(pid)
        except OSError:
            continue
    found = [str(parent)]
    for pid in found:
        found += children.get(int(pid), [])
        try:
            with open(f'/proc/{pid}/smaps_rollup') as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith('Pss:'))
        except OSError:
            continue
    return total / 1024


class MemoryWatch(threading.Thread):
    """The greatest memory of a process and its descendants while it runs."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process, self.most = process, 0.0

    def run(self):
        while self.process.poll() is None:
            self.most = max(self.most, descendants_memory(self.process.pid))
            time.sleep(SAMPLE_S)


def run(name, ranks, application, words, watched, timeout):
    """One run; of a watched one the times are of no use, since sampling disturbs it."""
    extra = ['-communication'] if watched else []
    line, variables = command(name, ranks, application, [*words, *extra])
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen(line, cwd=ROOT, env=variables, text=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watch = MemoryWatch(process)
    if watched:
        watch.start()
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as expired:
        process.terminate()
        process.communicate()
        raise Failed(f'timed out after {timeout} s: {shlex.join(line)}') from expired
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    fields = [found for found in output.splitlines() if found.startswith(f'A,{application},')]
    if process.returncode != 0 or len(fields) != 1 or not fields[0].endswith(',true'):
        raise Failed(f'failed with {process.returncode}: {shlex.join(line)}\n'
                     f'{output}{errors[-2000:]}')
    kernel, communication, value = map(float, fields[0].split(',')[3:6])
    processor = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Run(wall, kernel, communication, processor, watch.most, value)


def median(runs, field):
    values = [getattr(one, field) for one in runs]
    return statistics.median(values) if values else None


def best(row, names, field):
    """The least median of these libraries; None without any."""
    values = [median(row[name], field) for name in names if row.get(name)]
    return min(values, default=None)


def quotient(ours, theirs):
    return '-' if not ours or not theirs else f'{ours / theirs:.2f}'


def ratios(row, names):
    """Wall time of each mode beside MPJ Express, of the better one beside Open MPI's bindings;
    kernel beside C."""
    ours = [name for name in names if name.startswith('musubi')]
    cells = [quotient(median(row.get(name, []), 'wall'), best(row, ['mpj-express'], 'wall'))
             for name in ours]
    cells.append(quotient(best(row, ours, 'wall'), best(row, ['openmpi-java'], 'wall')))
    kernel = best(row, ours, 'kernel')
    return [*cells, quotient(kernel, best(row, ['openmpi', 'mpich'], 'kernel'))]


def times(cells, names):
    """Wall time and kernel of each library."""
    ours = [name for name in names if name.startswith('musubi')]
    head = ['application', 'size', 'ranks', *names]
    head += [f'wall, {name} : mpj-express' for name in ours]
    head += ['wall, better mode : openmpi-java', 'kernel, better mode : better C']
    lines = ['| ' + ' | '.join(head) + ' |', '|---|---|---|' + '---:|' * (len(head) - 3)]
    for (application, size, ranks), row in cells.items():
        shown = [f"{number(median(row[name], 'wall'))} / {number(median(row[name], 'kernel'))}"
                 if row.get(name) else '-' for name in names]
        lines.append('| ' + ' | '.join([application, size, str(ranks), *shown,
                                        *ratios(row, names)]) + ' |')
    return lines


def resources(cells, watched, names):
    """Processor time, share of communication and memory of each library."""
    head = ['application', 'size', 'ranks', *names]
    lines = ['| ' + ' | '.join(head) + ' |', '|---|---|---|' + '---:|' * len(names)]
    for key, row in cells.items():
        shown = []
        for name in names:
            one = watched.get((key, name))
            if not row.get(name) or one is None:
                shown.append('-')
                continue
            share = 100 * one.communication / max(one.kernel, 1e-9)
            shown.append(f"{number(median(row[name], 'processor'))} / {share:.0f} / {one.memory:.0f}")
        lines.append('| ' + ' | '.join([key[0], key[1], str(key[2]), *shown]) + ' |')
    return lines


def measure(chosen, options):
    """Repetitions outside, applications and sizes inside, libraries alternately."""
    cells, watched = {}, {}
    for repetition in range(options.repetitions + 1):
        for application, size, words in chosen:
            for ranks in options.ranks:
                key = application, size, ranks
                for name in options.libraries:
                    measure_once(key, name, words, repetition == 0, cells, watched, options)
        print(f'{repetition} of {options.repetitions}', flush=True)
    return cells, watched


def measure_once(key, name, words, is_first, cells, watched, options):
    """The first run of each is watched, and its files come into the page cache; it counts only
    where it is the only one, for kernels of many seconds."""
    application, _, ranks = key
    if (key, name) in watched and watched[key, name] is None:
        return
    try:
        one = run(name, ranks, application, words, is_first, options.timeout)
    except Failed as failed:
        print(failed, file=sys.stderr, flush=True)
        watched[key, name] = None
        return
    if is_first:
        watched[key, name] = one
    if not is_first or options.repetitions == 0:
        cells.setdefault(key, {}).setdefault(name, []).append(one)


def runs(repetitions):
    if repetitions == 0:
        return '- Runs: one of each library, whose memory is sampled meanwhile'
    return f'- Runs: {repetitions} of each library, alternating, after one that does not count'


def write(cells, watched, options):
    os.makedirs(options.results, exist_ok=True)
    lines = ['# applications: whole programs, from launch to end', '',
             f'- Machine: {report.machine()}',
             f'- Date and commit: {report.datetime.date.today()}, {report.commit()}',
             runs(options.repetitions),
             f"- C compiler: {entries.output_of(['cc', '--version']).splitlines()[0]}, "
             + ' '.join(FLAGS)]
    all_entries = entries.known()
    for name in options.libraries:
        words, _ = command(name, options.ranks[0], 'NAME', ['ARGUMENTS'])
        shown = shlex.join(words).replace(ROOT + os.sep, '')
        version = (openmpi_java.version() if name == 'openmpi-java'
                   else report.version(all_entries[name]))
        lines += [f'- {name}: {version}', f'  `{shown}`']
    lines += ['', 'Medians, s: wall time / time of the kernel.', '',
              *times(cells, options.libraries), '', 'Processor time, s / share of the kernel in calls of MPI, % / greatest memory '
              '(PSS of all processes), MiB.', '', *resources(cells, watched, options.libraries), '']
    for field in dots.TITLES:
        picture = dots.draw(cells, options.libraries, field)
        if picture is not None:
            name = f'{report.datetime.date.today()}-applications-{field}.svg'
            with open(os.path.join(options.results, name), 'w') as file:
                file.write(picture)
            lines += [f'![{dots.TITLES[field]}]({name})', '']
    report.write('applications', lines, options)
