"""Runs programs in sequence, on a possibly loaded machine."""
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import NamedTuple

from . import results
from .libraries import PROBE, ROOT, command_line, output_of

NEAR_NS = 150    # below: both processors share a cache
STEPS = 'one_sided logp overlap barrier_stages'.split()     # with bench.Steps and steps.h
TICK = os.sysconf('SC_CLK_TCK')
TIMED_OUT = 124
GRACE_S = 2


class Outcome(NamedTuple):
    code: int
    output: str
    errors: str
    wall: float         # seconds
    others: float       # share of the processors used by other processes


def busy():
    """Processor seconds of the whole machine so far, including stolen time."""
    with open('/proc/stat') as file:
        values = [int(word) for word in file.readline().split()[1:9]]
    return (sum(values) - values[3] - values[4]) / TICK


def descendants(parent):
    """The process and all its descendants."""
    children = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat') as file:
                fields = file.read().rpartition(')')[2].split()
            children.setdefault(int(fields[1]), []).append(int(name))
        except OSError:
            continue    # it has just ended
    found = [parent]
    for pid in found:
        found += children.get(pid, [])
    return found


def raise_priority(process, value):
    """Nice values have no effect between autogroups, and a launcher may give each rank a session,
    and so an autogroup: sets the value of all autogroups of a run during its start."""
    for _ in range(8):
        for pid in descendants(process.pid):
            try:
                with open(f'/proc/{pid}/autogroup', 'w') as file:
                    file.write(str(value))
            except OSError:
                pass
        time.sleep(0.2)
        if process.poll() is not None:
            return


def end(process):
    """Ends a run and its descendants, which may have sessions of their own. Terminates the launcher
    first, because killed ranks leave their shared memory files."""
    started = descendants(process.pid)
    process.terminate()
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        pass
    for pid in started:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run_once(command, environment, options, leaves=None):
    """One run; removes files left by it, and by earlier ones."""
    remove(leaves)
    try:
        return run_alone(command, environment, options)
    finally:
        remove(leaves)


def remove(folder):
    if folder:
        shutil.rmtree(os.path.join(ROOT, folder), ignore_errors=True)


def run_alone(command, environment, options):
    before, usage = busy(), os.times()
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **environment}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True)
    if options.priority:
        threading.Thread(target=raise_priority, args=(process, options.priority)).start()
    try:
        out, err = process.communicate(timeout=options.timeout)
    except subprocess.TimeoutExpired:
        end(process)
        out, err = process.communicate()
        return Outcome(TIMED_OUT, out, err + f'timed out after {options.timeout} s', 0.0, 0.0)
    except BaseException:
        end(process)
        raise
    wall = time.perf_counter() - start
    after, used = busy(), os.times()
    own = (used.children_user - usage.children_user
           + used.children_system - usage.children_system)
    others = max(0.0, after - before - own) / (wall * os.cpu_count())
    return Outcome(process.returncode, out, err, wall, others)


def run_quietly(command, environment, options, leaves=None):
    """Repeats a disturbed run; returns the quietest one, None after a failure."""
    best = None
    for _ in range(options.retries + 1):
        outcome = run_once(command, environment, options, leaves)
        if outcome.code != 0:
            print(f'failed with {outcome.code}: {shlex.join(command)}\n{outcome.errors[-2000:]}',
                  file=sys.stderr, flush=True)
            return None
        if best is None or outcome.others < best.others:
            best = outcome
        if best.others <= options.quiet_share:
            break
    return best


def placement():
    """near if processors 0 and 1 currently share a cache, else far."""
    return 'near' if float(output_of([PROBE]) or 'inf') < NEAR_NS else 'far'


def run_steadily(command, environment, options, leaves=None):
    """Repeats a run until the processors keep their placement; returns the placement and the
    outcome, which is None if the run failed or the placement always changed."""
    for _ in range(options.retries + 1):
        before = placement()
        outcome = run_quietly(command, environment, options, leaves)
        if outcome is None or placement() == before:
            return before, outcome
    return '', None


def extra_words(run, options):
    if run.program == 'imb':
        return f'-lines -time {options.time}' + (' -warm_up 0.01' if options.smoke else '')
    if run.program in STEPS:
        return f'-t {options.time}' + (' -w 0.01' if options.smoke else '')
    return ''


def measure(runs, libraries, options, raw):
    """Repetitions are the outer loop, libraries the inner one; writes every result to raw as a CSV
    row. Ctrl-C ends the measurement with the results so far."""
    collection = results.Collection()
    try:
        for repetition in range(options.repetitions):
            for run in runs:
                for name in run.libraries or options.libraries.split(','):
                    if name in libraries:
                        measure_once(
                            run, name, libraries[name], repetition, options, collection, raw)
            collection.repetitions = repetition + 1
            print(f'{repetition + 1} of {options.repetitions}', flush=True)
    except KeyboardInterrupt:
        collection.is_cut = True
    return collection


def measure_once(run, name, library, repetition, options, collection, raw):
    command = command_line(library, run, extra_words(run, options))
    rest = library.get('environment', {}), options, library.get('leaves')
    if run.program == 'hello' and repetition == 0:    # files into the page cache
        run_once(command, *rest)
    if run.place == 'bound' and run.by_distance:
        cores, outcome = run_steadily(command, *rest)
    else:
        cores, outcome = '', run_quietly(command, *rest)
    if outcome is None:
        return
    collection.noise.append(outcome.others)
    for result in results.of_run(run.program, run.words, run.ranks, outcome.output, outcome.wall):
        collection.add(name, cores, result)
        raw.writerow([repetition, name, cores, *result, f'{outcome.others:.4f}'])
