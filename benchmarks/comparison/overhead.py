"""The cost of observation: the same runs without records and with each kind of record."""
import statistics

from . import report
from .results import spread
from .suites import METRICS, Run, Suite, pair

WAYS = {
    'musubi-unobserved': 'off',
    'musubi': 'counters, events',
    'musubi-jfr': '`--jfr`',
    'musubi-timeline': '`--timeline`',
    'musubi-journal': '`--journal`',
    'musubi-journal-payload': '`--journal-payload`',
}
HEAT_STEPS = 50_000
KINDS = {'PingPong': 'latency', 'start': 'start', 'heat': 'start'}    # metrics by name
NAMES = {'PingPong': 'ping-pong of {bytes} bytes, one way', 'start': 'an empty job',
         'heat': f'`examples/Heat.java`, {HEAT_STEPS} steps, with start and end'}


def runs():
    ways = tuple(WAYS)
    # One result for all distances: six entries seldom have the same one.
    pings = [pair('PingPong -warm_up 6', size, ways)._replace(by_distance=False)
             for size in ('8', '64K')]
    heat = f'examples/data/plate.txt {HEAT_STEPS} benchmarks/target/heat.png'
    return pings + [Run('hello', 2, 'over', '-b', ways), Run('heat', 2, 'over', heat, ways)]


SUITE = Suite('cost of observation for two ranks on one node', 'latency', runs())


def cell(values, base):
    """The values, and the excess of their median over that of the base."""
    if not values or not base:
        return spread(values)
    more = statistics.median(values) / statistics.median(base) - 1
    return f'{spread(values)} {more * 100:+.0f} %'


def table(collection):
    head = ['', 'cores', 'unit', *WAYS.values()]
    lines = ['| ' + ' | '.join(head) + ' |', '|---|---|---|' + '---:|' * len(WAYS)]
    for key in sorted(collection.samples, key=lambda key: (list(NAMES).index(key[0]), *key[2:])):
        bench, _, count, cores = key
        metric = METRICS[KINDS[bench]]
        values = {name: collection.values(key, name, metric) for name in WAYS}
        base = values['musubi-unobserved']
        cells = [spread(found) if found is base else cell(found, base)
                 for found in values.values()]
        name = NAMES[bench].format(bytes=report.size_text(count))
        lines.append('| ' + ' | '.join([name, cores or '-', metric.unit, *cells]) + ' |')
    return lines


def write(collection, libraries, options):
    chosen = {name: libraries[name] for name in WAYS if name in libraries}
    report.write('overhead', [
        f'# overhead: {SUITE.title}', '',
        *report.provenance(SUITE, chosen, collection, options), '',
        report.meaning(SUITE) + ' The percentage is the excess of the median over that without ' 'records (`-Dmusubi.observe=false`).', '', *table(collection), ''], options)
