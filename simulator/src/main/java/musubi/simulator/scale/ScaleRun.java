package musubi.simulator.scale;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.config.Settings;
import musubi.ledger.MemoryLedger;
import musubi.memory.MemoryReport;
import musubi.progress.ThreadLevel;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The ranks of one node, as threads of this JVM, in a world whose other nodes are simulated: they
 * split communicators off the world, exchange messages with as many peers as may have contexts
 * until each has a ring, and pause while their memory is counted. Runs as a process of its own for
 * each scenario, with a fresh heap.
 */
public final class ScaleRun {
    private static final int MESSAGES = 32;
    private static final long DEADLINE_NS = 120_000_000_000L;

    /** Settings that give rings to equally active peers, after a short time. */
    private static final Map<String, String> RINGS =
            Map.of(
                    "musubi.verbs.wire", "udp",
                    "musubi.verbs.period", "50",
                    "musubi.verbs.least.percent", "0",
                    "musubi.verbs.least.messages", "1");

    private static final int SHORT_WORDS = 64;
    private static final int LONG_WORDS = 1 << 13;
    private static final long SETTLE_MS = 1500;
    private static final int LOOKS = 1000;

    private final ScaleScenario scenario;
    private final SimulatedBootstrap.Job job;
    private final SimulatedWorld world;
    private final CyclicBarrier barrier;
    private final Rank[] ranks;
    private final List<Communicator> made = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private int splits;

    ScaleRun(ScaleScenario scenario) {
        this.scenario = scenario;
        job = new SimulatedBootstrap.Job(scenario);
        world = new SimulatedWorld(scenario);
        job.addressSpace().shared(SimulatedWorld.class, () -> world);
        barrier = new CyclicBarrier(scenario.m());
        ranks = new Rank[scenario.m()];
    }

    /** Runs the scenario in the arguments, and prints its measurement as one line. */
    public static void main(String[] args) throws Exception {
        ScaleRun run = new ScaleRun(ScaleScenario.parse(args));
        run.exchange();
        System.out.println(run.measure().line());
        run.close();
    }

    /** Runs all ranks to their ends; they stay open. */
    void exchange() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < scenario.m(); i++) {
            int place = i;
            threads.add(Thread.ofPlatform().start(() -> guarded(place)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a rank failed: " + failure.get(), failure.get());
        }
    }

    private void guarded(int place) {
        try {
            run(place);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
            barrier.reset();
        }
    }

    private void run(int place) throws InterruptedException, BrokenBarrierException {
        Map<String, String> settings = new HashMap<>(RINGS);
        settings.put("musubi.transport", "self,shm," + SimulatedTransportProvider.NAME);
        settings.put("musubi.context.limit", Integer.toString(scenario.gamma()));
        settings.put("musubi.verbs.rings", Integer.toString(scenario.gamma()));
        settings.put("musubi.eager.window", Long.toString(SimulatedWorld.WINDOW));
        Rank rank =
                Rank.open(
                        new SimulatedBootstrap(job, place),
                        new Settings(settings::get, Map.of()),
                        ThreadLevel.SINGLE);
        ranks[place] = rank;
        for (int split = 0; split < scenario.c(); split++) {
            if (barrier.await() == 0) {
                world.split(splits++);
            }
            barrier.await();
            Communicator comm = rank.world().split(0, scenario.key(split, rank.world().rank()));
            check(comm, rank.world().rank(), split);
            synchronized (made) {
                made.add(comm);
            }
        }
        barrier.await();
        exchangeMessages(rank);
    }

    /** Checks that the members have the order of their keys. */
    private void check(Communicator comm, int me, int split) {
        boolean isRight =
                comm.size() == scenario.ranks() && comm.group().worldRank(comm.rank()) == me;
        int step = Math.max(1, comm.size() / LOOKS);
        for (int i = 1; i < comm.size(); i += step) {
            int before = comm.worldRank(i - 1);
            int key = scenario.key(split, before);
            int next = scenario.key(split, comm.worldRank(i));
            isRight &= key < next || key == next && before < comm.worldRank(i);
        }
        if (!isRight) {
            throw new IllegalStateException("a split went wrong: split=" + split + " rank=" + me);
        }
    }

    private void exchangeMessages(Rank rank) {
        int peers = scenario.gamma() / scenario.m();
        SimulatedPeers others = world.peers(rank.world().rank());
        long start = System.nanoTime();
        int left = MESSAGES;
        for (int round = 0; left > 0 || others.rings() < peers; round++) {
            for (int i = 0; i < peers; i++) {
                echo(rank, peer(rank, i, peers), round, SHORT_WORDS);
            }
            // Fills all entries of all rings.
            left -= others.rings() < peers ? 0 : 1;
            if (System.nanoTime() - start > DEADLINE_NS) {
                throw new IllegalStateException("peers without rings: rings=" + others.rings());
            }
        }
        echo(rank, peer(rank, 0, peers), 0, LONG_WORDS);
    }

    /** Peers on other nodes, from all over the world. */
    private int peer(Rank rank, int number, int peers) {
        int others = scenario.nodes() - 1;
        int step = Math.max(1, others / peers);
        int node = 1 + (int) ((long) number * step % others);
        int lap = (int) ((long) number * step / others);
        int inNode = (rank.world().rank() + lap) % scenario.m();
        return (scenario.firstRank() + node * scenario.m() + inNode) % scenario.ranks();
    }

    /** Sends numbers and receives them back; every second time they are unexpected. */
    private static void echo(Rank rank, int peer, int tag, int words) {
        PointToPoint pt2pt = rank.pt2pt();
        long[] numbers = new long[words];
        Arrays.setAll(numbers, i -> (long) peer * words + tag + i);
        long[] back = new long[words];
        RecvRequest recv = pt2pt.recvRequest().bind(back, 0, words, MpiType.LONG);
        boolean late = tag % 2 == 1;
        if (!late) {
            pt2pt.start(recv, rank.world(), peer, tag);
        }
        SendRequest send =
                pt2pt.sendRequest(SendMode.STANDARD).bind(numbers, 0, words, MpiType.LONG);
        pt2pt.start(send, rank.world(), peer, tag);
        pt2pt.await(send);
        pt2pt.release(send);
        if (late) {
            UnexpectedMessage message = pt2pt.awaitMessage(rank.world(), peer, tag);
            pt2pt.extract(message);
            pt2pt.start(recv, message);
        }
        pt2pt.await(recv);
        pt2pt.release(recv);
        if (words == SHORT_WORDS && !Arrays.equals(numbers, back)) {
            throw new IllegalStateException("an echo went wrong: peer=" + peer + " tag=" + tag);
        }
    }

    /** Counts memory; no rank runs. */
    NodeMeasurement measure() throws IOException, InterruptedException {
        MemoryReport library = library();
        System.gc();
        System.gc();
        MemoryReport all = library.plus(MemoryLedger.other(library));
        // Time for the JIT compiler to finish and for the JVM to return its memory.
        Thread.sleep(SETTLE_MS);
        long resident = ProcessMemory.residentBytes();
        return NodeMeasurement.of(
                scenario, all, resident, ProcessMemory.committedBytes(), rings(), connections());
    }

    /** Memory of the library on the node. */
    MemoryReport library() {
        return MemoryLedger.of(Arrays.stream(ranks).map(Rank::memory).toList())
                .plus(MemoryLedger.shared(ranks[0].memory()));
    }

    /** Peers on other nodes that the node's ranks have exchanged messages with. */
    int peers() {
        return Arrays.stream(ranks)
                .mapToInt(rank -> world.peers(rank.world().rank()).count())
                .sum();
    }

    /** Rings of the node's ranks that peers write to now. */
    int rings() {
        return Arrays.stream(ranks)
                .mapToInt(rank -> world.peers(rank.world().rank()).rings())
                .sum();
    }

    /** Rings written over reliable connections. */
    int connections() {
        return Arrays.stream(ranks)
                .mapToInt(rank -> world.peers(rank.world().rank()).connections())
                .sum();
    }

    /** Number of communicators of all ranks. */
    int communicators() {
        return made.size();
    }

    void close() {
        for (Rank rank : ranks) {
            rank.close();
        }
    }
}
