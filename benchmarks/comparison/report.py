"""Result files: provenance, tables, plots."""
import datetime
import os
import platform
import re
import shlex
import statistics

from . import congestion, plots
from .libraries import ROOT, command_line, output_of
from .results import size_text, spread
from .running import NEAR_NS, extra_words
from .suites import METRICS


def machine():
    with open('/proc/cpuinfo') as file:
        found = re.search(r'model name\s*:\s*(.*)', file.read())
    model = found.group(1) if found else platform.processor()
    system = platform.freedesktop_os_release().get('PRETTY_NAME', platform.system())
    memory = os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / (1 << 30)
    return (f'{model}, {os.cpu_count()} processors, {memory:.0f} GiB, {system}, '
            f'Linux {platform.release()}')


def commit():
    name = output_of(['git', 'rev-parse', '--short=12', 'HEAD']) or 'unknown'
    return name + (' with changes' if output_of(['git', 'status', '--porcelain', '-uno']) else '')


def version(library):
    text = output_of(shlex.split(library['version']))
    found = re.search(r'Version:\s*(\S+)', text)
    return 'MPICH ' + found.group(1) if found else text.split('\n')[0]


def shown_command(library, runs, options):
    """The command of the first run, with BYTES for the size if there are several."""
    run, size = runs[0], r'-msglen \S+'
    if len({re.search(size, other.words).group() for other in runs
            if re.search(size, other.words)}) > 1:
        run = run._replace(words=re.sub(size, '-msglen BYTES', run.words))
    command = command_line(library, run, extra_words(run, options))
    environment = [f'{k}={v}' for k, v in library.get('environment', {}).items()]
    return shlex.join(environment + command)


def runs_of(collection):
    return f'{collection.repetitions}{" and an incomplete one" * collection.is_cut}'


def provenance(suite, libraries, collection, options):
    """Everything needed to repeat the measurement."""
    noise = max(collection.noise, default=0) * 100
    lines = [f'- Machine: {machine()}',
             f'- Date and commit: {datetime.date.today()}, {commit()}',
             f'- C compiler: {output_of(["cc", "--version"]).splitlines()[0]}, -O2',
             f'- Runs: {runs_of(collection)} of each library, alternating; other processes used at most '
             f'{noise:.1f} % of the processors during a run']
    if 'TCP' in suite.title:
        lines.append(f'- Congestion control of the kernel: {congestion.current()}')
    if options.smoke:
        lines.append('- SMOKE RUN WITHOUT WARM-UP: NUMBERS ARE MEANINGLESS')
    for name, library in libraries.items():
        runs = [run for run in suite.runs if run.libraries is None or name in run.libraries]
        if runs:
            lines.append(f'- {name}: {version(library)}')
            lines.append(f'  `{shown_command(library, runs, options)}`')
    if suite.runs[0].place == 'bound' and suite.runs[0].by_distance:
        lines.append('- Cores: near if both processors shared a cache just before and just after the run '
                     f'(a cache line changes hands in less than {NEAR_NS} ns), else far')
    return lines


def split(libraries):
    """The names of the entries of Musubi, and of the native libraries."""
    natives = [name for name, library in libraries.items() if 'native' in library]
    return [name for name, library in libraries.items()
            if name not in natives and 'peer' not in library], natives


def quotient(ours, theirs):
    if not ours or not theirs:
        return None
    other = statistics.median(theirs)
    return statistics.median(ours) / other if other else None


def text_of(value):
    return '-' if value is None else f'{value:.2f}'


def ratio(ours, theirs):
    return text_of(quotient(ours, theirs))


def compares_shortest(suite):
    """Whether processors often move during a run, so that medians mix placements."""
    first = suite.runs[0]
    return first.place == 'bound' and not first.by_distance and suite.metric == 'latency'


def shortest_quotient(collection, key, name, natives):
    ours, theirs = collection.shortest(key, [name]), collection.shortest(key, natives)
    return ours / theirs if ours and theirs else None


def order(key):
    bench, ranks, count, cores = key
    return bench, cores, ranks, count


def table(suite, collection, libraries):
    metric = METRICS[suite.metric]
    ours, natives = split(libraries)
    head = ['bench', 'ranks', 'bytes', 'cores']
    head += [f'{name}{" under JMH" if "jmh" in library else ""}, {metric.unit}'
             for name, library in libraries.items()]
    head += [f'{name} : best native' for name in ours]
    if compares_shortest(suite):
        head += [f'{name} : best native, shortest batches' for name in ours]
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * 4 + '---:|' * (len(head) - 4)]
    for key in sorted(collection.samples, key=order):
        bench, ranks, count, cores = key
        best = collection.best(key, natives, metric)[1]
        row = [bench, str(ranks), size_text(count), cores or '-']
        row += [spread(collection.values(key, name, metric)) for name in libraries]
        row += [ratio(collection.values(key, name, metric), best) for name in ours]
        if compares_shortest(suite):
            row += [text_of(shortest_quotient(collection, key, name, natives)) for name in ours]
        lines.append('| ' + ' | '.join(row) + ' |')
    return lines


def summary(suite, collection, libraries):
    """The number of cells in which each Musubi entry is level with the best native library."""
    metric = METRICS[suite.metric]
    ours, natives = split(libraries)
    if metric.larger_is_better:
        return []
    lines = []
    for name in ours:
        lines += counted(f'{name} : best native', (
            quotient(collection.values(key, name, metric),
                     collection.best(key, natives, metric)[1])
            for key in collection.samples))
        if compares_shortest(suite):
            lines += counted(f'{name} : best native, shortest batches,', (
                shortest_quotient(collection, key, name, natives)
                for key in collection.samples))
    return lines


def counted(name, values):
    ratios = [value for value in values if value is not None]
    if not ratios:
        return []
    level, near = (sum(r <= most for r in ratios) for most in (1.0, 1.5))
    return [f'- {name} is at most 1.0 in {level} of {len(ratios)} cells, at most 1.5 in {near}; '
            f'the greatest is {max(ratios):.2f}']


def meaning(suite, libraries=None):
    jmh = (' JMH measures Musubi, by 5 iterations in place of batches.'
           if any('jmh' in library for library in (libraries or {}).values()) else '')
    batches = '' if suite.runs[0].program == 'hello' else (
        ', each the median of its 11 batches')
    shortest = ('' if not compares_shortest(suite) else
                ' The last columns compare the shortest batches of all runs: the ' 'hypervisor moves the processors every few seconds.')
    return f'Median (smallest-largest; number) of the runs{batches}.{jmh}{shortest}'


def write(name, lines, options):
    os.makedirs(options.results, exist_ok=True)
    path = os.path.join(options.results, f'{datetime.date.today()}-{name}.md')
    with open(path, 'w') as file:
        file.write('\n'.join(lines))
    print('\n'.join(lines))
    print('written to', os.path.relpath(path, ROOT))
    return path


def file_name(suite, options):
    jmh = '-jmh' if options.jmh else ''
    return f'{suite}{jmh}-{options.congestion}' if options.congestion else suite + jmh


def report(name, suite, collection, libraries, options):
    chosen = {name: libraries[name] for name in options.libraries.split(',') if name in libraries}
    lines = [f'# {name}: {suite.title}', '', *provenance(suite, chosen, collection, options), '',
             meaning(suite, chosen), '', *table(suite, collection, chosen), '',
             *summary(suite, collection, chosen), '']
    if suite.plotted:
        prefix = os.path.join(options.results,
                              f'{datetime.date.today()}-{file_name(name, options)}')
        for title, file in plots.draw(prefix, collection, list(chosen), suite):
            lines += [f'![{title}]({file})', '']
    write(file_name(name, options), lines, options)
