"""A picture of the application suite: a row for each program, size and number of ranks, and on it a
dot for each library, at the ratio of its time to that of the better mode of Musubi."""
import math
import statistics

from .figure import GAP, LETTER, NAMES, colour, text

ROW, LEFT, WIDTH, TOP, RIGHT = 22, 190, 520, 60, 40
TITLES = {'wall': 'Wall time from launch to end', 'kernel': 'Time of the kernel'}
TICKS = (0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)


def ratios(row, field):
    """{library: time / time of the better mode of Musubi}; empty without Musubi."""
    times = {name: statistics.median(getattr(run, field) for run in runs)
             for name, runs in row.items() if runs}
    ours = [time for name, time in times.items() if name.startswith('musubi')]
    return {name: time / min(ours) for name, time in times.items()} if ours else {}


def legend(names):
    lines, x = [], 12
    for name in names:
        lines.append(f'<circle cx="{x:.1f}" cy="36" r="5" fill="{colour(name)}"/>')
        lines.append(text(x + 9, 40, NAMES.get(name, name), 'start'))
        x += 9 + LETTER * len(NAMES.get(name, name)) + GAP
    return lines, x


def draw(cells, names, field):
    """The picture of wall times or kernels; None without a row to compare."""
    rows = {key: ratios(row, field) for key, row in cells.items()}
    rows = {key: row for key, row in rows.items() if row}
    if not rows:
        return None
    values = [value for row in rows.values() for value in row.values()]
    low, high = math.log2(min([*values, 0.9])), math.log2(max([*values, 1.1]))
    bottom = TOP + ROW * len(rows)

    def place(value):
        return LEFT + WIDTH * (math.log2(value) - low) / (high - low)
    head, wide = legend(names)
    wide = max(wide, LEFT + WIDTH + RIGHT)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {bottom + 30}" '
             'font-family="sans-serif" font-size="12" fill="#222">',
             f'<rect width="{wide:.0f}" height="{bottom + 30}" fill="#fff"/>',
             text(12, 18, f'{TITLES[field]}, relative to the better mode of Musubi', 'start'), *head]
    for tick in TICKS:
        if low <= math.log2(tick) <= high:
            x = place(tick)
            lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}" '
                         f'stroke="{"#888" if tick == 1 else "#ddd"}"/>')
            lines.append(text(x, bottom + 16, f'{tick:g}', 'middle'))
    for number, ((application, size, ranks), row) in enumerate(rows.items()):
        y = TOP + ROW * (number + 0.5)
        lines.append(text(LEFT - 10, y + 4, f'{application}, {size} s, {ranks} ranks', 'end'))
        lines += [f'<circle cx="{place(value):.1f}" cy="{y:.1f}" r="5" fill="{colour(name)}" '
                  'fill-opacity="0.8"/>' for name, value in row.items()]
    return '\n'.join([*lines, '</svg>', ''])
