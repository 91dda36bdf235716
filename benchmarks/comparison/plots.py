"""Plots of the results, drawn by bench.Plot."""
import os
import statistics
import subprocess
import sys

from .libraries import HERE, ROOT
from .suites import METRICS


def curves(collection, bench, ranks, libraries, metric):
    """Rows of library, bytes, median, smallest, largest, where most of the runs were."""
    sizes = sorted({key[2] for key in collection.samples if key[:2] == (bench, ranks)})
    rows = []
    for count in sizes:
        cores = collection.cores(bench, ranks, count, libraries)
        for name in libraries:
            values = collection.values((bench, ranks, count, cores), name, metric)
            if values:
                rows.append((name, count, statistics.median(values), min(values), max(values)))
    return rows


def draw(prefix, collection, libraries, suite):
    """Writes an SVG and a PNG for each benchmark of several sizes; returns titles and files."""
    metric = METRICS[suite.metric]
    drawn = []
    for bench, ranks in sorted({key[:2] for key in collection.samples}):
        rows = curves(collection, bench, ranks, libraries, metric)
        if len({row[1] for row in rows}) < 2:
            continue
        title = f'{bench}, {ranks} ranks'
        if draw_one(f'{prefix}-{bench}', title, f'{suite.metric}, {metric.unit}', rows):
            drawn.append((title, os.path.basename(f'{prefix}-{bench}.svg')))
    return drawn


def draw_one(path, title, label, rows):
    data = os.path.join(HERE, 'target', 'plot.csv')
    with open(data, 'w') as file:
        for row in rows:
            file.write(','.join(str(field) for field in row) + '\n')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    classes = os.pathsep.join(
        os.path.join(HERE, 'target', folder) for folder in ('classes', os.path.join('lib', '*')))
    command = ['./mpiexec', '-n', '1', '-cp', classes, 'bench.Plot', data, path, title, label]
    if subprocess.call(command, cwd=ROOT) != 0:
        print('no plot: ' + ' '.join(command), file=sys.stderr)
        return False
    return True
