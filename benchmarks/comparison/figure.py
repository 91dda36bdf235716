#!/usr/bin/env python3
"""Draws latency and bandwidth of PingPong from a table of benchmarks/compare:

  figure.py benchmarks/results/DATE-readme.md docs/ping-pong.svg
"""
import math
import os
import re
import sys
from xml.sax.saxutils import escape

if __name__ == '__main__':
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from comparison.results import size_of, size_text    # noqa: E402

NAMES = {'musubi': 'Musubi', 'musubi-pvas': 'Musubi, one JVM', 'openmpi': 'Open MPI (C)', 'mpich': 'MPICH (C)',
         'openmpi-java': 'Open MPI (Java)',
         'mpj-express': 'MPJ Express, threads', 'mpj-express-niodev': 'MPJ Express, processes'}
COLOURS = {'musubi': '#c0392b', 'musubi-pvas': '#e88b7f', 'openmpi': '#2c6fbb', 'mpich': '#2e8b57',
           'openmpi-java': '#17a2b8',
           'mpj-express': '#8e6bbf', 'mpj-express-niodev': '#b58900'}
WIDTH, HEIGHT = 860, 340
PANEL, TOP, BOTTOM = 330, 40, 260
LEFTS = (70, 500)
LETTER, GAP = 6.6, 22    # in the legend


def read(text):
    """{library: [(bytes, us)]} of the rows of PingPong, the medians."""
    rows = [[cell.strip() for cell in line.strip('|').split('|')]
            for line in text.splitlines() if line.startswith('|')]
    head = next((row for row in rows if row[:2] == ['bench', 'ranks']), None)
    if head is None:
        sys.exit('no table of benchmarks/compare')
    curves = {}
    for row in rows:
        if row[0] != 'PingPong':
            continue
        for title, cell in zip(head, row):
            number = re.match(r'[\d.]+', cell)
            if title.endswith(', us') and number:
                curves.setdefault(title[:-4], []).append((size_of(row[2]), float(number.group())))
    if not curves:
        sys.exit('no rows of PingPong in us')
    return curves


def decades(values):
    return (math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))))


class Panel:
    """Logarithmic axes, and curves on them."""

    def __init__(self, left, title, curves):
        self.left, self.title, self.curves = left, title, curves
        points = [point for curve in curves.values() for point in curve]
        self.sizes = sorted({x for x, _ in points})
        self.low, self.high = decades([y for _, y in points])
        if self.low == self.high:
            self.high += 1

    def x(self, size):
        first, last = math.log2(self.sizes[0]), math.log2(self.sizes[-1])
        share = (math.log2(size) - first) / (last - first) if last > first else 0.5
        return self.left + share * PANEL

    def y(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return BOTTOM - share * (BOTTOM - TOP)

    def draw(self):
        lines = [text(self.left, TOP - 14, self.title, 'start')]
        for power in range(self.low, self.high + 1):
            y = self.y(10.0 ** power)
            lines.append(f'<line x1="{self.left}" x2="{self.left + PANEL}" y1="{y:.1f}" y2="{y:.1f}" '
                         'stroke="#ddd"/>')
            lines.append(text(self.left - 8, y + 4, f'{10.0 ** power:g}', 'end'))
        for size in self.sizes:
            lines.append(text(self.x(size), BOTTOM + 18, size_text(size), 'middle'))
        for name, curve in self.curves.items():
            points = ' '.join(f'{self.x(x):.1f},{self.y(y):.1f}' for x, y in sorted(curve))
            lines.append(f'<polyline points="{points}" fill="none" stroke="{colour(name)}" '
                         f'stroke-width="{3 if name == "musubi" else 1.8}"/>')
        return lines


def colour(name):
    return COLOURS.get(name, '#555')


def text(x, y, words, anchor):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def draw(curves):
    """The picture; the bandwidth is that of one message at a time, in MB of 10^6 bytes."""
    bandwidths = {name: [(x, x / y) for x, y in curve] for name, curve in curves.items()}
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="12" fill="#222">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    lines += Panel(LEFTS[0], 'Latency of a message in µs, by its bytes', curves).draw()
    lines += Panel(LEFTS[1], 'Bandwidth in MB/s, by the bytes of a message', bandwidths).draw()
    x = LEFTS[0]
    for name in curves:
        lines.append(f'<line x1="{x:.1f}" x2="{x + 22:.1f}" y1="310" y2="310" '
                     f'stroke="{colour(name)}" stroke-width="3"/>')
        lines.append(text(x + 27, 314, NAMES.get(name, name), 'start'))
        x += 27 + LETTER * len(NAMES.get(name, name)) + GAP
    return '\n'.join([*lines, '</svg>', ''])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as file:
        curves = read(file.read())
    with open(sys.argv[2], 'w') as file:
        file.write(draw(curves))


if __name__ == '__main__':
    main()
