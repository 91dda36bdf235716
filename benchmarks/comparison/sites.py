"""Runs over hosts of several sites, whose links may be emulated."""
import os
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from typing import NamedTuple

from . import applications, libraries as entries, report
from .libraries import ROOT
from .results import size_text, spread

LIBRARIES = ['by-site', 'flat', 'openmpi', 'mpich']
NATIVES = ['openmpi', 'mpich']
TIME_S, WARM_UP_S = 0.5, 0.5


# What a job may take to end after its last result: MPICH 4.0 does not always end over UCX.
END_S = 5


class Run(NamedTuple):
    """One run of one library: benchmarks of all lengths, or an application."""
    library: str
    names: list
    words: list
    is_application: bool

    def results(self):
        """How many times it prints."""
        lengths = len(self.words[-1].split(','))
        return 1 if self.is_application else sum(
            1 if name == 'Barrier' else lengths for name in self.names)


def runs(options):
    """All runs of one repetition, the libraries of each alternately."""
    if options.applications:
        sizes = applications.known()
        return [Run(library, [name], sizes[name][options.size].split(), True)
                for name in options.applications.split(',') for library in options.libraries]
    names = options.benchmarks.split(',')
    return [Run(library, names, ['-s', options.lengths], False)
            for library in options.libraries]


def hosts(options):
    return [host for site in options.sites.split(';') for host in site.split('=')[1].split(',')]


def launch(library, options):
    """The command of mpiexec for all ranks, up to the program."""
    names, shell = hosts(options), options.remote_shell
    ranks = str(len(names) * options.ranks_per_host)
    if library == 'openmpi':
        slots = ','.join(f'{host}:{options.ranks_per_host}' for host in names)
        return ['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe',
                '--mca', 'mpi_yield_when_idle', '1', '--mca', 'pml', 'ob1',
                '--mca', 'btl', 'tcp,self,vader', '--mca', 'plm_rsh_agent', shell,
                '--mca', 'btl_tcp_if_include', options.interface,
                '--mca', 'oob_tcp_if_include', options.interface, '--host', slots, '-np', ranks]
    if library == 'mpich':
        return ['env', 'UCX_TLS=tcp,self,sm', f'UCX_NET_DEVICES={options.interface}',
                'mpiexec.hydra', '-launcher', 'rsh', '-launcher-exec', shell,
                '-iface', options.interface, '-hosts', ','.join(names),
                '-ppn', str(options.ranks_per_host), '-n', ranks]
    slots = ','.join(f'{host}:{options.ranks_per_host}' for host in names)
    by_site = ['--sites', options.sites] if library == 'by-site' else []
    return ['./mpiexec', '-launcher-exec', shell, '-host', slots, '-n', ranks, *by_site]


def command(run, options):
    words = launch(run.library, options)
    if run.is_application:
        name = run.names[0]
        program = ([applications.native_path(run.library, name)] if run.library in NATIVES
                   else ['-cp', applications.CLASSES, applications.MAIN, name])
        return [*words, *program, *run.words]
    program = ([entries.known()[run.library]['program'].format(name='completion')]
               if run.library in NATIVES
               else ['-cp', 'benchmarks/target/classes', 'bench.Completion'])
    return [*words, *program, '-b', ','.join(run.names), *run.words,
            '-t', str(TIME_S), '-w', str(WARM_UP_S)]


def milliseconds(run, line):
    """The result in a line as name, size or arguments, and ms; None for another line."""
    fields = line.strip().split(',')
    if len(fields) < 7 or fields[1] not in run.names:
        return None
    if run.is_application:
        return ((fields[1], ' '.join(run.words), 1e3 * float(fields[3]))
                if fields[0] == 'A' and fields[-1] == 'true' else None)
    return ((fields[1], size_text(int(fields[3])), 1e-3 * float(fields[6]))
            if fields[0] == 'R' else None)


def execute(run, words, options):
    """The results of a command on the first host; what does not end is killed."""
    there = f'cd {shlex.quote(ROOT)} && exec {shlex.join(words)}'
    with tempfile.TemporaryFile(mode='w+') as errors:
        process = subprocess.Popen([options.remote_shell, hosts(options)[0], there], text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=errors, start_new_session=True)
        limit = threading.Timer(options.timeout, end, [process, words])
        limit.start()
        found = []
        for line in process.stdout:
            result = milliseconds(run, line)
            if result:
                found.append(result)
            if len(found) == run.results():
                break
        try:
            process.wait(END_S if found else None)
        except subprocess.TimeoutExpired:
            end(process, words)
        limit.cancel()
        if process.wait() > 0:
            errors.seek(0)
            print(f'failed with {process.returncode}: {shlex.join(words)}\n'
                  f'{errors.read()[-2000:]}', file=sys.stderr)
        return found


def end(process, words):
    """Kills a command with its children."""
    print(f'does not end: {shlex.join(words)}', file=sys.stderr)
    os.killpg(process.pid, signal.SIGKILL)


class Table:
    """Times in ms by delay, name and words, and library."""

    def __init__(self, options):
        self.options, self.cells, self.commands = options, {}, {}

    def measure(self, delay, run):
        words = command(run, self.options)
        self.commands.setdefault(run.library, words)
        found = execute(run, words, self.options)
        for name, size, value in found:
            row = self.cells.setdefault((delay, name, size), {})
            row.setdefault(run.library, []).append(value)
            print(delay, name, size, run.library, f'{value:.3f}', flush=True)
        if len(found) < run.results():
            print(delay, run.library, f'{len(found)} of {run.results()} results', flush=True)

    def lines(self):
        names = self.options.libraries
        natives = [name for name in names if name in NATIVES]
        head = ['delay, ms', 'name', 'size', *names, 'by-site : flat', 'by-site : better native']
        lines = ['| ' + ' | '.join(head) + ' |', '|---:|---|---:|' + '---:|' * (len(head) - 3)]
        for (delay, name, size), row in self.cells.items():
            medians = {library: statistics.median(values)
                       for library, values in row.items() if values}
            best = min((medians[library] for library in natives if library in medians),
                       default=None)
            shown = [spread(row.get(library)) for library in names]
            ratios = [quotient(medians.get('by-site'), other)
                      for other in (medians.get('flat'), best)]
            lines.append('| ' + ' | '.join([delay, name, size, *shown, *ratios]) + ' |')
        return lines

    def write(self):
        known = entries.known()
        lines = [f'# sites{self.options.suffix}: hosts of several sites', '',
                 f'- Machine: {report.machine()}',
                 f'- Date and commit: {report.datetime.date.today()}, {report.commit()}',
                 f'- Runs: {self.options.repetitions} of each library, alternating; ms']
        for library, words in self.commands.items():
            version = report.version(known.get(library, known['musubi']))
            text = shlex.join(words).replace(ROOT + os.sep, '')
            lines += [f'- {library}: {version}',
                      f"  `{text.replace(self.options.remote_shell, 'RSH')}`"]
        lines += ['', *self.lines(), '']
        report.write(f'sites{self.options.suffix}', lines, self.options)


def quotient(ours, theirs):
    return '-' if not ours or not theirs else f'{ours / theirs:.2f}'
