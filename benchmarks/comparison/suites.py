"""The suites of benchmarks/compare: lists of program runs."""
from typing import NamedTuple, Optional

SIZES = '0 8 64 1K 4K 8K 16K 64K 256K 1M 4M'.split()
WINDOW_SIZES = '8 1K 8K 64K 256K 1M 4M'.split()
README_SIZES = '8,64,512,4K,32K,256K,1M,4M'
TCP_SIZES = '64K 1M 4M'.split()
MOVES = ('Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv').split()
NODE_NAMES = 'Barrier Bcast Allreduce Alltoall Allgather'
REDUCTIONS = 'Reduce Allreduce Reduce_scatter Reduce_scatter_block Scan Exscan'.split()

ONE_SIDED = ('Unidir_put Unidir_get Unidir_put_aggregate Unidir_get_aggregate Put_local RMA/Accumulate '
             'Get_accumulate EXT/Unidir_Put EXT/Unidir_Put_aggregate').split()

OVERLAPPED = 'put get isend ibarrier iallreduce'.split()
BARRIERS = 'barrier ibarrier ibarrier16 nicam nicam16'.split()


class Run(NamedTuple):
    """One run of a program: on bound ranks, or on more ranks than cores."""
    program: str                # imb, hello, or another of benchmarks/native
    ranks: int
    place: str                  # bound or over
    words: str
    libraries: Optional[tuple] = None       # None: those of the command line
    by_distance: bool = True    # of bound ranks: separate results of near and far cores


class Suite(NamedTuple):
    title: str
    metric: str                 # a name in METRICS
    runs: list
    plotted: bool = False


class Metric(NamedTuple):
    field: str                  # of a Result
    unit: str
    factor: float
    larger_is_better: bool


METRICS = {
    'latency': Metric('median', 'us', 1, False),
    'bandwidth': Metric('bandwidth', 'MB/s', 1, True),
    'rate': Metric('messages', 'million messages/s', 1e-6, True),
    'start': Metric('wall', 'ms', 1e3, False),
    'memory': Metric('memory', 'MiB', 1, False),
    'overlap': Metric('overlap', '%', 1, True),
    'allocation': Metric('allocated', 'B', 1, False),
}


def pair(names, size, libraries=None):
    return Run('imb', 2, 'bound', f'{names} -msglen {size}', libraries)


def each(names, sizes):
    return [pair(names, size) for size in sizes]


def each_over_tcp(names, sizes):
    """Through the kernel, where the distance of the cores matters less. JIT compilers share the core
    of a bound rank and have more to compile than over shared memory."""
    return [Run('imb', 2, 'bound', f'{names} -msglen {size} -warm_up 6', by_distance=False)
            for size in sizes]


def crowd(ranks, libraries=None):
    return Run('imb', ranks, 'over',
               f'Barrier Allreduce -npmin {ranks} -msglen 8 -warm_up 8', libraries)


def on_node(ranks, place, names=NODE_NAMES, sizes='8,1K,64K,1M', words='-warm_up 0.7 -rehearse'):
    """Everything twice; only the second time counts, since JIT compilers use the cores first."""
    return Run('imb', ranks, place, f'{names} -npmin {ranks} -msglen {sizes} {words}')


def on_bound_node():
    """Runs of two or three seconds, because the hypervisor often moves the processors."""
    words = '-warm_up 0.4 -rehearse'
    return [on_node(2, 'bound', 'Barrier', '0', words)] + [
        on_node(2, 'bound', name, sizes, words)
        for name in NODE_NAMES.split()[1:] for sizes in ('8,1K', '64K,1M')]


def on_crowded_node(ranks):
    """Only long blocks of all-to-alls use messages, so their code is compiled last."""
    return [on_node(ranks, 'over', sizes='8,1K', words='-warm_up 1.2 -rehearse'),
            on_node(ranks, 'over', 'Bcast Allreduce Allgather', '64K,1M'),
            on_node(ranks, 'over', 'Alltoall', '64K,1M', f'-warm_up {2 * ranks}')]


SUITES = {
    'latency': Suite('half the round trip of two ranks bound to two cores', 'latency',
                     each('PingPong', SIZES), True),
    'readme': Suite('half the round trip of two ranks on one node', 'latency',
                    [Run('imb', 2, 'bound', f'PingPong -msglen {README_SIZES} -warm_up 0.6',
                         by_distance=False)]),
    'echo': Suite('the same, but each rank returns the received buffer', 'latency',
                  each('PingPong -echo', SIZES), True),
    'bandwidth': Suite('two ranks bound to two cores, 64 messages in flight', 'bandwidth',
                       each('Uniband', WINDOW_SIZES), True),
    'exchange': Suite('both directions at once, two ranks bound to two cores', 'bandwidth',
                      [run for name in ('PingPing', 'Sendrecv', 'Exchange', 'Biband')
                       for run in each(name, WINDOW_SIZES)], True),
    'collectives': Suite('collectives of two ranks bound to two cores', 'latency',
                         [pair('Barrier', 0)] + [
                             pair(name, '8,1K,64K,1M') for name in MOVES + REDUCTIONS], True),
    'nbc': Suite('non-blocking collectives of two ranks bound to two cores, pure and with computation '
                 'of the same time', 'latency',
                 [pair('Ibarrier', 0)] + [
                     pair('I' + name.lower(), '8,1K,64K,1M') for name in MOVES + REDUCTIONS]),
    'one-sided': Suite('accesses to a window of another rank, two ranks bound to two cores', 'latency',
                       [pair('Fetch_and_op', 0), pair('Compare_and_swap', 0)] + [
                           pair(name, '8,1K,64K,1M,4M') for name in ONE_SIDED]),
    'accesses': Suite('accesses to a window of another rank: with a flush, 64 with one flush, and the '
                      'call alone, two ranks bound to two cores', 'latency',
                      [Run('one_sided', 2, 'bound', f'-b {name} -s 8,1K,64K,1M')
                       for name in 'put,putcall,putbw get,getbw acc,fop cas'.split()]),
    'logp': Suite('parameters of LogGP, and the times they follow from, two ranks bound to two cores; '
                  'logp_KIND_G_MiB is the gap of 1 MiB', 'latency',
                  [Run('logp', 2, 'bound', f'-b {kind}') for kind in ('put', 'get', 'send')]),
    'overlap': Suite('communication hidden by computation, two ranks bound to two cores', 'overlap',
                     [Run('overlap', 2, 'bound', f'-b {name}') for name in OVERLAPPED]),
    'overlap-polls': Suite('the same, the host polls 8 times in the computation', 'overlap',
                           [Run('overlap', 2, 'bound', f'-b {name} -p 8') for name in OVERLAPPED]),
    'barrier-stages': Suite('a barrier of 2 to 16 unbound ranks, and one of its ceil(log2 n) stages',
                            'latency', [Run('barrier_stages', 16, 'over', f'-b {name}')
                                        for name in BARRIERS]),
    'node': Suite('collectives of 2 ranks bound to two cores', 'latency', on_bound_node()),
    'node-over': Suite('collectives of 4 and 8 unbound ranks', 'latency',
                       on_crowded_node(4) + on_crowded_node(8)),
    'over': Suite('4, 8 and 16 unbound ranks', 'latency',
                  [crowd(ranks) for ranks in (4, 8, 16)]),
    'pairs': Suite('messages of 1 to 4 unbound pairs', 'rate',
                   [Run('imb', 8, 'over', 'Uniband Biband -msglen 8')]),
    'start': Suite('wall time of a job of 8 ranks: init, barrier, finalize', 'start',
                   [Run('hello', 8, 'over', '-b')]),
    'tcp-latency': Suite('half the round trip of two ranks over TCP on loopback', 'latency',
                         each_over_tcp('PingPong', ['8'])),
    'tcp-bandwidth': Suite('two ranks over TCP on loopback: one message, and 64 in flight',
                           'bandwidth',
                           each_over_tcp('PingPong', TCP_SIZES)
                           + each_over_tcp('Uniband', TCP_SIZES)),
    'memory': Suite('PSS of each of 8 idle ranks, all connected', 'memory',
                    [Run('hello', 8, 'over', '-m -x')]),
}
