"""The table of performance targets on one node, against the better of Open MPI and MPICH."""
import statistics
from typing import NamedTuple

from . import report
from .results import size_of, spread
from .suites import METRICS, Run, Suite, crowd, pair

NATIVE = ('openmpi', 'mpich')
SINGLE_COPY = ('openmpi-single-copy', 'mpich-single-copy')
TWO_COPIES = ('openmpi-two-copies', 'mpich-two-copies')
YIELDING = ('openmpi',)         # its entry sets mpi_yield_when_idle; MPICH has no equivalent
SMALL = '1K 2K 4K 8K 16K'.split()
LARGE = '64K 1M 4M'.split()
KINDS = {'PingPong': 'plain', 'PingPong_echo': 'echo', 'Uniband': 'window of 64'}
CROWDS = (4, 8, 16)


class Row(NamedTuple):
    """A target: a bar for the ratio to the best peer, or an absolute one."""
    text: str
    bench: str
    ranks: int
    bytes: int
    ours: str
    peers: tuple
    metric: str
    bar: float
    absolute: bool = False


def rows():
    found = [Row('latency, processes, arrays', 'PingPong', 2, 8, 'musubi', NATIVE, 'latency', 1.0),
             Row('latency, PVAS', 'PingPong', 2, 8, 'musubi-pvas', NATIVE, 'latency', 0.7)]
    found += [Row('latency, processes, arrays', 'PingPong', 2, size_of(size), 'musubi', NATIVE,
                  'latency', 1.0) for size in SMALL]
    for bench, kind in KINDS.items():
        for size in map(size_of, LARGE):
            for ours, peers, text in (
                    ('musubi-partition', SINGLE_COPY, 'partition buffers : single copy'),
                    ('musubi-pvas', SINGLE_COPY, 'PVAS : single copy'),
                    ('musubi', TWO_COPIES, 'arrays : two copies')):
                found.append(Row(f'bandwidth, {kind}, {text}', bench, 2, size, ours, peers,
                                 'bandwidth', 1.0))
    found += [Row(f'message rate, {text}', 'Uniband', 2, 8, ours, NATIVE, 'rate', 1.0)
              for ours, text in (('musubi', 'processes'), ('musubi-pvas', 'PVAS'))]
    for ranks in CROWDS:
        for bench, size in (('Barrier', 0), ('Allreduce', 8)):
            found += [Row(f'{bench}, {text}', bench, ranks, size, ours, YIELDING, 'latency', 1.0)
                      for ours, text in (('musubi', 'processes'), ('musubi-pvas', 'PVAS'))]
    return found + costs('musubi', 'processes', 3.0, 60) + costs('musubi-pvas', 'PVAS', 1.0, 20)


def costs(ours, text, start, memory):
    """Targets other than the speed of messages."""
    return [Row(f'start, {text}', 'start', 8, 0, ours, NATIVE, 'start', start),
            Row(f'memory of an idle rank, {text}', 'memory', 8, 0, ours, NATIVE, 'memory', memory,
                True),
            Row(f'allocated for a send and a receive, {text}', 'PingPong', 2, 8, ours, (),
                'allocation', 0, True)]


def runs():
    ours = ('musubi', 'musubi-pvas')
    found = [pair('PingPong', size, ours + NATIVE) for size in ['8'] + SMALL]
    for words in ('PingPong', 'PingPong -echo', 'Uniband'):
        found += [pair(words, size, ('musubi-partition', 'musubi-pvas', 'musubi')
                       + SINGLE_COPY + TWO_COPIES) for size in LARGE]
    found.append(pair('Uniband', 8, ours + NATIVE))
    found += [crowd(ranks, ours + YIELDING) for ranks in CROWDS]
    found.append(Run('hello', 8, 'over', '-b', ours + NATIVE))
    found.append(Run('hello', 8, 'over', '-m -x', ours + NATIVE))
    return found


SUITE = Suite('Musubi against the better of Open MPI and MPICH on one node', 'latency', runs())


def judged_value(row, value, ratio):
    """The judged value, rounded as displayed: two decimals, whole bytes."""
    if row.absolute:
        return round(value) if row.metric == 'allocation' else value
    return round(ratio, 2)


def verdict(row, ours, theirs):
    """(ratio, bar, met or missed), as texts."""
    metric = METRICS[row.metric]
    sign = '≥' if metric.larger_is_better else '≤'
    bar = f'{sign} {row.bar:g} {metric.unit}' if row.absolute else f'{sign} {row.bar:g}'
    if not ours or not (theirs or row.absolute):
        return '-', bar, 'not measured'
    value = statistics.median(ours)
    ratio = value / statistics.median(theirs) if theirs and statistics.median(theirs) else None
    judged = judged_value(row, value, ratio)
    met = judged >= row.bar if metric.larger_is_better else judged <= row.bar
    return '-' if ratio is None else f'{ratio:.2f}', bar, 'met' if met else 'missed'


def table(collection):
    lines = ['| | ranks | bytes | cores | Musubi | peer | | ratio | bar | |',
             '|---|---:|---:|---|---:|---|---:|---:|---:|---|']
    for row in rows():
        metric = METRICS[row.metric]
        cores = collection.cores(row.bench, row.ranks, row.bytes, (row.ours, *row.peers))
        key = row.bench, row.ranks, row.bytes, cores
        ours = collection.values(key, row.ours, metric)
        peer, theirs = collection.best(key, row.peers, metric)
        cells = [row.text, str(row.ranks), report.size_text(row.bytes), cores or '-',
                 f'{spread(ours)} {metric.unit}' if ours else '-', peer or '-', spread(theirs),
                 *verdict(row, ours, theirs)]
        lines.append('| ' + ' | '.join(cells) + ' |')
    return lines


def write(collection, libraries, options):
    used = {name for run in SUITE.runs for name in run.libraries}
    chosen = {name: library for name, library in libraries.items() if name in used}
    report.write('headline', [
        f'# headline: {SUITE.title}', '', *report.provenance(SUITE, chosen, collection, options),
        '', report.meaning(SUITE) + ' The peer is the better one. The ratio is Musubi : peer. '
        'Both are from runs with the cores in the same place, that of most runs.', '',
        *table(collection), ''], options)
