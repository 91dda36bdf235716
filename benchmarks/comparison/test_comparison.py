"""Run by ComparisonTest, or: python3 -m unittest discover benchmarks/comparison -t benchmarks"""
import os
import tempfile
import types
import unittest
from xml.etree import ElementTree

from . import (applications, dots, figure, headline, libraries, mpj_express, overhead, report, results,
               running, sites)
from .suites import METRICS, SUITES, Run

LINE = 'R,PingPong,2,8,1100,0.1,0.2,0.3,0.25,0.2,0.9,32.00,4000000'
LATENCY, BANDWIDTH = METRICS['latency'], METRICS['bandwidth']


def collection(**medians):
    """One run of PingPong for each value."""
    found = results.Collection()
    for name, values in medians.items():
        for value in values:
            result = results.Result('PingPong', 2, 8, value, value)
            found.add(name.replace('_', '-'), 'near', result)
    return found


class ResultsTest(unittest.TestCase):
    def test_reads_lines_of_c_and_java(self):
        output = f'noise\n{LINE}\n{LINE},24.0\nO,Ibcast,2,8,1,50'
        c, java = results.of_run('imb', '', 2, output, 1.5)
        self.assertEqual(('PingPong', 2, 8, 0.25, 32.0, 4e6), c[:6])
        self.assertEqual((0.0, 24.0), (c.allocated, java.allocated))

    def test_reads_lines_of_programs_with_own_steps(self):
        line = 'R,put,2,8,1100,0.3,0.25,0.2,0.9'
        put = results.of_run('one_sided', '', 2, line, 1)[0]
        self.assertEqual(('put', 2, 8, 0.25), put[:4])
        self.assertEqual(0.2, put.shortest)
        output = f'{line}\nO,put,2,8,1.5,62.5'
        self.assertEqual([62.5], [each.overlap for each in results.of_run('overlap', '', 2, output, 1)])

    def test_rejects_lines_of_another_shape(self):
        with self.assertRaises(ValueError):
            results.of_run('imb', '', 2, 'R,PingPong,2,8,1100,0.1', 0)

    def test_counts_the_memory_of_a_shared_process_once(self):
        line = 'M,2,{rank},9,{pss},0,0,0,{process}\n'
        first = line.format(rank=0, pss=4096, process=1)
        other = line.format(rank=1, pss=2048, process=2)
        shared = line.format(rank=1, pss=4096, process=1)
        self.assertEqual(3, results.memory_mib(first + other))
        self.assertEqual(2, results.memory_mib(first + shared))

    def test_takes_wall_time_and_memory_from_hello(self):
        self.assertEqual(('start', 1.5), results.of_run('hello', '-b', 8, '', 1.5)[0][::8])
        self.assertEqual('memory', results.of_run('hello', '-m -x', 8, '', 1.5)[0].bench)

    def test_reads_and_writes_sizes(self):
        for text, count in (('0', 0), ('8', 8), ('64K', 65536), ('4M', 4 << 20)):
            self.assertEqual(count, results.size_of(text))
            self.assertEqual(text, results.size_text(count))

    def test_chooses_the_better_peer_by_its_median(self):
        found = collection(openmpi=[1, 2, 9], mpich=[3, 3, 3])
        key = ('PingPong', 2, 8, 'near')
        self.assertEqual('openmpi', found.best(key, ['openmpi', 'mpich'], LATENCY)[0])
        self.assertEqual('mpich', found.best(key, ['openmpi', 'mpich'], BANDWIDTH)[0])
        self.assertEqual((None, []), found.best(key, ['other'], LATENCY))

    def test_finds_the_shortest_batch_of_all_runs(self):
        found = results.Collection()
        for name, line in (('a', LINE), ('a', LINE.replace(',0.2,0.9', ',0.1,0.9')), ('b', LINE)):
            found.add(name, '', results.of_run('imb', '', 2, line, 1)[0])
        key = ('PingPong', 2, 8, '')
        self.assertEqual((0.1, 0.2), (found.shortest(key, 'ab'), found.shortest(key, 'b')))
        self.assertIsNone(found.shortest(key, 'c'))
        self.assertEqual(2, report.shortest_quotient(found, key, 'b', 'a'))
        self.assertIsNone(report.shortest_quotient(found, key, 'c', 'a'))

    def test_compares_where_most_runs_were(self):
        found = collection(musubi=[1, 1], openmpi=[1])
        found.add('musubi', 'far', results.Result('PingPong', 2, 8, 3))
        self.assertEqual('near', found.cores('PingPong', 2, 8, ['musubi', 'openmpi']))
        self.assertEqual('', found.cores('PingPong', 2, 9, ['musubi']))

    def test_prefers_a_place_where_a_comparison_is_possible(self):
        found = collection(musubi=[1, 1, 1])
        for name in ('musubi', 'openmpi'):
            found.add(name, 'far', results.Result('PingPong', 2, 8, 3))
        self.assertEqual('far', found.cores('PingPong', 2, 8, ['musubi', 'openmpi', 'absent']))


class HeadlineTest(unittest.TestCase):
    def verdict(self, metric, bar, ours, theirs, absolute=False):
        row = headline.Row('', 'PingPong', 2, 8, 'musubi', (), metric, bar, absolute)
        return headline.verdict(row, ours, theirs)

    def test_judges_ratios(self):
        self.assertEqual(('0.50', '≤ 0.7', 'met'), self.verdict('latency', 0.7, [1], [2]))
        self.assertEqual(('0.80', '≤ 0.7', 'missed'), self.verdict('latency', 0.7, [4], [5]))
        self.assertEqual(('1.10', '≥ 1', 'met'), self.verdict('bandwidth', 1.0, [11], [10]))
        self.assertEqual(('0.90', '≥ 1', 'missed'), self.verdict('bandwidth', 1.0, [9], [10]))

    def test_judges_absolute_bars(self):
        self.assertEqual(('-', '≤ 0 B', 'met'), self.verdict('allocation', 0, [0.3], [], True))
        self.assertEqual(('-', '≤ 0 B', 'missed'), self.verdict('allocation', 0, [24], [], True))
        self.assertEqual(('7.00', '≤ 60 MiB', 'met'), self.verdict('memory', 60, [35], [5], True))

    def test_says_what_was_not_measured(self):
        self.assertEqual('not measured', self.verdict('latency', 1.0, [], [1])[2])
        self.assertEqual('not measured', self.verdict('latency', 1.0, [1], [])[2])

    def test_measures_every_row(self):
        for row in headline.rows():
            names = {name for run in headline.SUITE.runs for name in run.libraries
                     if self.measures(run, row)}
            self.assertLessEqual({row.ours, *row.peers}, names, row)

    @staticmethod
    def measures(run, row):
        if run.program == 'hello':
            return row.bench == ('memory' if '-m' in run.words else 'start')
        words = run.words.split()
        size = results.size_of(words[words.index('-msglen') + 1])
        echo = '_echo' if '-echo' in words else ''
        names = [word + echo for word in words[:2] if not word.startswith('-')]
        return row.bench in names and run.ranks == row.ranks and row.bytes in (0, size)

    def test_has_a_line_for_each_row(self):
        self.assertEqual(len(headline.rows()) + 2, len(headline.table(collection(musubi=[1]))))


class LibrariesTest(unittest.TestCase):
    def test_entries_take_over_what_they_do_not_say(self):
        known = libraries.known()
        self.assertEqual(known['openmpi']['program'], known['openmpi-two-copies']['program'])
        for name, library in known.items():
            needed = {'program', 'launch', 'bound', 'over', 'version'}
            self.assertLessEqual(needed, set(library), name)

    def test_measures_only_musubi_by_jmh(self):
        known = libraries.under_jmh(libraries.known())
        run = Run('imb', 2, 'bound', 'PingPong')
        command = libraries.command_line(known['musubi-partition'], run, '-lines')
        self.assertEqual('imb.ImbOnJmh PingPong -buffers partition -lines', ' '.join(command[-5:]))
        self.assertNotIn('imb.ImbOnJmh', libraries.command_line(known['mpich'], run, '-lines'))
        self.assertEqual('bench.Hello', libraries.command_line(
            known['musubi'], Run('hello', 8, 'over', '-b'), '')[-2])

    def test_finds_the_class_and_the_c_program_of_each_suite(self):
        known = libraries.known()
        for suite in SUITES.values():
            for run in suite.runs:
                classes = libraries.command_line(known['musubi'], run, '')
                self.assertTrue(any(os.path.exists(os.path.join(libraries.ROOT, folder, *path))
                                    for folder, path in self.sources(classes)), classes)
                native = os.path.join(libraries.HERE, 'native', run.program + '.c')
                self.assertTrue(os.path.exists(native), native)
                self.assertIn(run.program, libraries.NATIVE)

    @staticmethod
    def sources(command):
        for folder in ('imb', 'benchmarks'):
            for word in command:
                *package, name = word.split('.')
                yield os.path.join(folder, 'src', 'main', 'java'), (*package, name + '.java')

    def test_gives_the_kind_of_buffers_to_imb_only(self):
        partition = libraries.known()['musubi-partition']
        command = libraries.command_line(partition, Run('imb', 2, 'bound', 'PingPong'), '-time 1')
        self.assertEqual('imb.Imb PingPong -buffers partition -time 1', ' '.join(command[-6:]))
        hello = libraries.command_line(partition, Run('hello', 8, 'over', '-b'), '')
        self.assertEqual(['bench.Hello', '-b'], hello[-2:])


class TableTest(unittest.TestCase):
    def test_divides_by_the_best_native_library(self):
        known = libraries.known()
        names = ('musubi', 'openmpi', 'mpich')
        found = collection(musubi=[1], openmpi=[2], mpich=[4])
        lines = report.table(SUITES['latency'], found, {name: known[name] for name in names})
        self.assertTrue(lines[-1].endswith('| 0.50 |'), lines[-1])
        self.assertIn('2.000 (2.000-2.000; 1)', lines[-1])

    def test_names_jmh_in_the_head(self):
        known = libraries.under_jmh(libraries.known())
        chosen = {name: known[name] for name in ('musubi', 'openmpi')}
        head = report.table(SUITES['latency'], collection(musubi=[1], openmpi=[2]), chosen)[0]
        self.assertIn('| musubi under JMH, us | openmpi, us |', head)
        self.assertIn('JMH', report.meaning(SUITES['latency'], chosen))

    def test_counts_the_cells_that_are_level(self):
        known = libraries.known()
        chosen = {name: known[name] for name in ('musubi', 'openmpi')}
        lines = report.summary(SUITES['latency'], collection(musubi=[3], openmpi=[2.5]), chosen)
        self.assertEqual(['- musubi : best native is at most 1.0 in 0 of 1 cells, '
                          'at most 1.5 in 1; the greatest is 1.20'], lines)
        alone = {'musubi': known['musubi']}
        self.assertEqual([], report.summary(SUITES['latency'], collection(musubi=[3]), alone))

    def test_compares_with_nothing_recorded(self):
        names = ('musubi-unobserved', 'musubi', 'musubi-journal')
        found = collection(**dict(zip(names, ([2, 4], [3.3], [30]))))
        row = overhead.table(found)[-1].split(' | ')
        self.assertEqual('| ping-pong of 8 bytes, one way', row[0])
        self.assertEqual('3.000 (2.000-4.000; 2)', row[3])
        self.assertEqual('3.300 (3.300-3.300; 1) +10 %', row[4])
        self.assertEqual('-', row[5])
        self.assertEqual('30.0 (30.0-30.0; 1) +900 %', row[7])

    def test_removes_what_a_run_leaves(self):
        leaves = 'benchmarks/target/left'
        options = types.SimpleNamespace(priority=0, timeout=9)
        for _ in range(2):
            outcome = running.run_once(['mkdir', '-p', leaves], {}, options, leaves)
            self.assertEqual(0, outcome.code, outcome.errors)
        self.assertFalse(os.path.exists(os.path.join(libraries.ROOT, leaves)))

    def test_runs_examples_in_each_way(self):
        for name in overhead.WAYS:
            command = libraries.command_line(libraries.known()[name], overhead.runs()[-1], '')
            self.assertIn('examples/Heat.java', command)


class FigureTest(unittest.TestCase):
    RESULT = '''# readme
| bench | ranks | bytes | cores | musubi, us | openmpi, us | musubi : best native |
|---|---|---|---|---:|---:|---:|
| PingPong | 2 | 8 | - | 0.25 (0.20-0.30; 4) | 0.50 (0.40-0.60; 4) | 0.50 |
| PingPong | 2 | 1M | - | 50.0 (49.0-60.0; 4) | - | - |
| Barrier | 2 | 0 | - | 1.0 | 1.0 | 1.0 |
'''

    def test_reads_the_medians_of_ping_pong(self):
        self.assertEqual({'musubi': [(8, 0.25), (1 << 20, 50.0)], 'openmpi': [(8, 0.5)]},
                         figure.read(self.RESULT))

    def test_refuses_a_file_without_results(self):
        for text in ('# empty', self.RESULT.replace('PingPong', 'PingPing')):
            with self.assertRaises(SystemExit):
                figure.read(text)

    def test_draws_all_libraries_within_the_picture(self):
        root = ElementTree.fromstring(figure.draw(figure.read(self.RESULT)))
        lines = [node for node in root if node.tag.endswith('polyline')]
        self.assertEqual(4, len(lines))
        for line in lines:
            for point in line.get('points').split():
                x, y = map(float, point.split(','))
                self.assertTrue(0 < x < figure.WIDTH and 0 < y < figure.HEIGHT, point)
        words = ' '.join(node.text or '' for node in root)
        for word in ('Musubi', 'Open MPI', '1M'):
            self.assertIn(word, words)

    def test_draws_shorter_times_lower(self):
        panel = figure.Panel(0, '', {'a': [(8, 0.25), (64, 50.0)]})
        self.assertGreater(panel.y(0.25), panel.y(50.0))
        self.assertEqual((0, figure.PANEL), (panel.x(8), panel.x(64)))


class MpjExpressTest(unittest.TestCase):
    def test_gives_each_job_ports_of_its_own(self):
        ports = iter((5, 6))
        text = '# ports\nmpjexpress.mpjdaemon.port.1=40055\nmpjexpress.mpjrun.port.1=40002\nx=1\n'
        self.assertEqual('# ports\nmpjexpress.mpjdaemon.port.1=5\nmpjexpress.mpjrun.port.1=6\nx=1\n',
                         mpj_express.configured(text, lambda: next(ports)))

    def test_is_no_library_of_ours_nor_a_native_one(self):
        names = ('musubi', 'openmpi', 'mpj-express', 'mpj-express-niodev')
        known = {name: libraries.known()[name] for name in names}
        self.assertEqual((['musubi'], ['openmpi']), report.split(known))

    def test_starts_ranks_as_threads_or_processes(self):
        run = SUITES['readme'].runs[0]
        for name, device in (('mpj-express', 'multicore'), ('mpj-express-niodev', 'niodev')):
            words = libraries.command_line(libraries.known()[name], run, '-lines')
            self.assertEqual([device, '2', 'PingPong'], words[3:6])
        self.assertIn('-machinesfile', mpj_express.command('niodev', '2', 'bench.PingPongMpj', []))
        self.assertNotIn('-machinesfile', mpj_express.command('multicore', '2', 'bench.PingPongMpj', []))



class ApplicationsTest(unittest.TestCase):
    RUN = applications.Run(1.0, 0.5, 0.1, 1.5, 90.0, 3.0)

    def test_gives_each_library_the_same_words(self):
        for name in ('musubi', 'musubi-pvas', 'openmpi', 'mpich'):
            words, _ = applications.command(name, 4, 'cg', ['-class', 'A'])
            self.assertEqual(['-class', 'A'], words[-2:])
            self.assertIn('4', words)
        self.assertIn('--pvas', applications.command('musubi-pvas', 2, 'cg', [])[0])

    def test_compares_the_better_mode_with_the_better_peer(self):
        row = {'musubi': [self.RUN], 'musubi-pvas': [self.RUN._replace(wall=0.8, kernel=0.4)],
               'openmpi': [self.RUN._replace(kernel=0.5)], 'mpich': [self.RUN._replace(kernel=0.8)],
               'mpj-express': [self.RUN._replace(wall=2.0)],
               'openmpi-java': [self.RUN._replace(wall=1.6)]}
        self.assertEqual(['0.50', '0.40', '0.50', '0.80'], applications.ratios(row, list(row)))
        del row['mpj-express']
        self.assertEqual(['-', '-', '0.50', '0.80'], applications.ratios(row, list(row)))

    def test_leaves_out_the_other_dialect(self):
        for dialect, main in (('mpiJava', 'Applications'), ('Open MPI', 'OpenMpiApplications')):
            names = {os.path.basename(file) for file in applications.sources(dialect)}
            mains = {name for name in names if name.endswith('Applications.java')}
            self.assertEqual({main + '.java'}, mains)
            self.assertIn('Suite.java', names)
            self.assertEqual(1, len(names & {'MpjWorld.java', 'OpenMpiWorld.java'}))

    def test_draws_a_dot_for_each_library(self):
        cells = {('cg', '1', 2): {'musubi': [self.RUN], 'musubi-pvas': [self.RUN._replace(wall=0.8)],
                                  'mpich': [self.RUN._replace(wall=1.6)]},
                 ('lu', '1', 2): {'mpich': [self.RUN]}}
        self.assertEqual({'musubi': 1.25, 'musubi-pvas': 1.0, 'mpich': 2.0},
                         dots.ratios(cells['cg', '1', 2], 'wall'))
        picture = ElementTree.fromstring(dots.draw(cells, ['musubi', 'musubi-pvas', 'mpich'], 'wall'))
        circles = picture.findall('{http://www.w3.org/2000/svg}circle')
        self.assertEqual(3 + 3, len(circles))
        self.assertIsNone(dots.draw({('lu', '1', 2): {'mpich': [self.RUN]}}, ['mpich'], 'wall'))

    def test_has_sizes_for_programs_that_exist_in_both_languages(self):
        folder = os.path.join(libraries.HERE, 'native', 'applications')
        for name, sizes in applications.known().items():
            self.assertTrue(os.path.exists(os.path.join(folder, name + '.c')), name)
            self.assertLessEqual(set(sizes), {'0.2', '1', '5', '30'})

    def test_refuses_a_result_that_is_not_verified(self):
        def output(text):
            return lambda *_: (['echo', text], dict(os.environ))
        original = applications.command
        try:
            applications.command = output('A,cg,2,0.5,0.1,3.0,true')
            self.assertEqual(0.5, applications.run('musubi', 2, 'cg', [], False, 60).kernel)
            applications.command = output('A,cg,2,0.5,0.1,3.0,false')
            with self.assertRaises(applications.Failed):
                applications.run('musubi', 2, 'cg', [], False, 60)
        finally:
            applications.command = original


class SitesTest(unittest.TestCase):
    OPTIONS = types.SimpleNamespace(
        sites='A=a0,a1;B=b0', remote_shell='rsh', interface='eth0', ranks_per_host=2,
        libraries=['by-site', 'flat', 'openmpi', 'mpich'], benchmarks='Barrier,Bcast',
        lengths='8,1M', applications='', size='0.2', repetitions=1, suffix='')

    def test_expects_one_time_of_the_barrier_and_those_of_all_lengths(self):
        found = sites.runs(self.OPTIONS)
        self.assertEqual(self.OPTIONS.libraries, [run.library for run in found])
        self.assertEqual([3] * 4, [run.results() for run in found])

    def test_launches_all_ranks_on_all_hosts(self):
        for library in self.OPTIONS.libraries:
            words = sites.launch(library, self.OPTIONS)
            self.assertEqual('6', words[words.index('-np' if library == 'openmpi' else '-n') + 1])
            self.assertEqual(library == 'by-site', '--sites' in words)

    def test_reads_times_of_benchmarks_and_of_verified_kernels(self):
        run = sites.Run('flat', ['Barrier', 'PingPong'], ['-s', '8'], False)
        self.assertEqual(('PingPong', '8', 0.2e-3), sites.milliseconds(run, LINE))
        self.assertIsNone(sites.milliseconds(run, 'musubi: a warning'))
        run = sites.Run('flat', ['cg'], ['-class', 'S'], True)
        self.assertEqual(('cg', '-class S', 1500),
                         sites.milliseconds(run, 'A,cg,2,1.5,0.1,17,true'))
        self.assertIsNone(sites.milliseconds(run, 'A,cg,2,1.5,0.1,17,false'))

    def test_kills_what_does_not_end_after_its_results(self):
        options = types.SimpleNamespace(**vars(self.OPTIONS))
        options.remote_shell, options.timeout = '/bin/echo', 60
        run = sites.Run('flat', ['Barrier'], ['-s', '8'], False)
        self.assertEqual([], sites.execute(run, ['no', 'result'], options))
        with tempfile.TemporaryDirectory() as folder:
            options.remote_shell = os.path.join(folder, 'shell')
            with open(options.remote_shell, 'w') as file:
                file.write(f"#!/bin/sh\necho '{LINE.replace('PingPong', 'Barrier')}'\n"
                           'exec sleep 3600\n')
            os.chmod(options.remote_shell, 0o700)
            original, sites.END_S = sites.END_S, 0.1
            try:
                found = sites.execute(run, ['waits'], options)
            finally:
                sites.END_S = original
        self.assertEqual(['Barrier'], [name for name, _, _ in found])

    def test_compares_with_the_flat_and_the_better_native_median(self):
        table = sites.Table(self.OPTIONS)
        table.cells['4', 'Bcast', '8'] = {'by-site': [1.0, 3.0, 2.0], 'flat': [4.0],
                                          'openmpi': [8.0], 'mpich': []}
        self.assertTrue(table.lines()[2].endswith(' | 0.50 | 0.25 |'))


if __name__ == '__main__':
    unittest.main()
