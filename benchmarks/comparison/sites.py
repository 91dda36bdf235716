"""Runs over hosts of several sites, whose links may be emulated."""
import os
import shlex
import signal
import statistics
import subprocess
import sys
from typing import NamedTuple

from . import applications, libraries as entries, report
from .libraries import ROOT
from .results import size_text, spread

LIBRARIES = ['by-site', 'flat', 'openmpi', 'mpich']
NATIVES = ['openmpi', 'mpich']
ITERATIONS, WARM_UP_S = 10, 1


class Run(NamedTuple):
    """One run of one library: a benchmark of all lengths, or an application."""
    library: str
    name: str
    words: list
    is_application: bool


def runs(options):
    """All runs of one repetition, the libraries of each alternately."""
    if options.applications:
        sizes = applications.known()
        return [Run(library, name, sizes[name][options.size].split(), True)
                for name in options.applications.split(',') for library in options.libraries]
    return [Run(library, name, ['-msglen', '0' if name == 'Barrier' else options.lengths], False)
            for name in options.benchmarks.split(',') for library in options.libraries]


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
        program = ([applications.native_path(run.library, run.name)] if run.library in NATIVES
                   else ['-cp', applications.CLASSES, applications.MAIN, run.name])
        return [*words, *program, *run.words]
    program = ([entries.known()[run.library]['program'].format(name='imb')]
               if run.library in NATIVES else ['-cp', 'imb/target/classes', 'imb.Imb'])
    ranks = str(len(hosts(options)) * options.ranks_per_host)
    return [*words, *program, run.name, '-npmin', ranks, *run.words,
            '-iter', str(ITERATIONS), '-warm_up', str(WARM_UP_S), '-lines']


def milliseconds(run, output):
    """Times of a call by length, or that of a kernel by its arguments."""
    lines = [line.split(',') for line in output.splitlines()]
    if run.is_application:
        return {' '.join(run.words): 1e3 * float(fields[3]) for fields in lines
                if fields[:2] == ['A', run.name] and fields[-1] == 'true'}
    return {size_text(int(fields[3])): 1e-3 * float(fields[6]) for fields in lines
            if fields[:2] == ['R', run.name]}


def execute(words, options):
    """The output of a command on the first host; what timed out is killed with its children."""
    there = f'cd {shlex.quote(ROOT)} && exec {shlex.join(words)}'
    process = subprocess.Popen([options.remote_shell, hosts(options)[0], there], text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=options.timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        print(f'timed out after {options.timeout} s: {shlex.join(words)}', file=sys.stderr)
        return process.communicate()[0]
    if process.returncode != 0:
        print(f'failed with {process.returncode}: {shlex.join(words)}\n{errors[-2000:]}',
              file=sys.stderr)
    return output


class Table:
    """Times in ms by delay, name and words, and library."""

    def __init__(self, options):
        self.options, self.cells, self.commands = options, {}, {}

    def measure(self, delay, run):
        words = command(run, self.options)
        self.commands.setdefault(run.library, words)
        found = milliseconds(run, execute(words, self.options))
        for size, value in found.items():
            row = self.cells.setdefault((delay, run.name, size), {})
            row.setdefault(run.library, []).append(value)
        print(delay, run.name, run.library, found or 'nothing', flush=True)

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
