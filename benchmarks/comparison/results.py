"""The output of runs, and statistics."""
import statistics
from typing import NamedTuple

KIB_PER_MIB = 1024


class Result(NamedTuple):
    """One measurement: times in us, bandwidth in MB/s, memory in MiB, wall in s."""
    bench: str
    ranks: int
    bytes: int
    median: float = 0.0
    bandwidth: float = 0.0
    messages: float = 0.0
    allocated: float = 0.0
    memory: float = 0.0
    wall: float = 0.0
    shortest: float = 0.0    # batch of a run
    overlap: float = 0.0     # per cent


def of_run(program, words, ranks, output, wall):
    """Parses the standard output of a run."""
    if program == 'heat':
        return [Result('heat', ranks, 0, wall=wall)]
    if program == 'hello':
        bench = 'memory' if '-m' in words.split() else 'start'
        return [Result(bench, ranks, 0, memory=memory_mib(output), wall=wall)]
    if program == 'overlap':
        return overlaps(output)
    lines = [line.split(',') for line in output.splitlines() if line.startswith('R,')]
    return [of_line(line) for line in lines]


def overlaps(output):
    """O,name,ranks,bytes,computation,overlap; times are those of the lines R."""
    lines = [line.split(',') for line in output.splitlines() if line.startswith('O,')]
    return [Result(line[1], int(line[2]), int(line[3]), overlap=float(line[5])) for line in lines]


def of_line(fields):
    """R,name,ranks,bytes,iterations,t_min,t_avg,t_max,median,shortest,longest,MB/s,messages/s
    and, from Java, the bytes allocated in an iteration; without imb
    R,name,ranks,bytes,iterations,mean,median,shortest,longest."""
    if len(fields) == 9:
        return Result(fields[1], int(fields[2]), int(fields[3]), float(fields[6]),
                      shortest=float(fields[7]))
    if len(fields) not in (13, 14):
        raise ValueError('a result has 9, 13 or 14 fields: ' + ','.join(fields))
    allocated = float(fields[13]) if len(fields) == 14 else 0.0
    return Result(fields[1], int(fields[2]), int(fields[3]), float(fields[8]), float(fields[11]),
                  float(fields[12]), allocated, shortest=float(fields[9]))


def memory_mib(output):
    """Mean PSS of M,ranks,rank,rss,pss,private,shmem,anon,process; ranks of a process share it."""
    lines = [line.split(',') for line in output.splitlines() if line.startswith('M,')]
    if not lines:
        return 0.0
    by_process = {line[8]: float(line[4]) for line in lines}
    return sum(by_process.values()) / len(lines) / KIB_PER_MIB


class Collection:
    """Results by benchmark, placement of the cores, and library."""

    def __init__(self):
        self.samples = {}
        self.noise = []
        self.repetitions = 0    # complete ones
        self.is_cut = False     # whether an incomplete one follows

    def add(self, library, cores, result):
        key = result.bench, result.ranks, result.bytes, cores
        self.samples.setdefault(key, {}).setdefault(library, []).append(result)

    def values(self, key, library, metric):
        return [getattr(result, metric.field) * metric.factor
                for result in self.samples.get(key, {}).get(library, [])]

    def shortest(self, key, libraries):
        """The shortest batch of all runs of these libraries; None without any."""
        return min((result.shortest for name in libraries
                    for result in self.samples.get(key, {}).get(name, [])), default=None)

    def best(self, key, libraries, metric):
        """The library with the best median, and its values; None without any."""
        known = {name: self.values(key, name, metric) for name in libraries}
        known = {name: values for name, values in known.items() if values}
        if not known:
            return None, []
        choose = max if metric.larger_is_better else min
        name = choose(known, key=lambda name: statistics.median(known[name]))
        return name, known[name]

    def cores(self, bench, ranks, count, libraries):
        """The placement of most runs of these libraries: near, far, or '' if unbound; preferably one
        with runs of all libraries."""
        def complete(place):
            samples = self.samples.get((bench, ranks, count, place), {})
            numbers = [len(samples.get(name, [])) for name in libraries]
            return sum(number > 0 for number in numbers), min(numbers, default=0), sum(numbers)
        places = {key[3] for key in self.samples if key[:3] == (bench, ranks, count)}
        return max(sorted(places), key=complete, default='')


def size_text(count):
    for unit, factor in (('M', 1 << 20), ('K', 1 << 10)):
        if count and count % factor == 0:
            return f'{count // factor}{unit}'
    return str(count)


def size_of(text):
    factor = {'K': 1 << 10, 'M': 1 << 20}.get(text[-1], 1)
    return int(text.rstrip('KM')) * factor


def number(value):
    return f'{value:.3f}' if value < 10 else f'{value:.1f}' if value < 1000 else f'{value:.0f}'


def spread(values):
    """Median (smallest-largest; number)."""
    if not values:
        return '-'
    return (f'{number(statistics.median(values))} '
            f'({number(min(values))}-{number(max(values))}; {len(values)})')
