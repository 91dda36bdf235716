package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** The contract of {@link RdmaMemory}. {@code -Dcontract.seed} repeats a run. */
public abstract class RdmaMemoryContract {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int LIMIT = 16;

    private final long seed = Long.getLong(TransportContract.SEED, System.nanoTime());

    protected RdmaMemoryContract() {}

    /** The transport under test. */
    protected abstract TransportProvider provider();

    /** A setting of the transport under test; null when it is not set. */
    protected abstract String setting(String name);

    /** Atomics of each rank, in the tests with many. */
    protected int atomics() {
        return 500;
    }

    private ContractJob open(int ranks) {
        return ContractJob.open(provider(), ranks, this::setting, null);
    }

    private static RdmaMemory memory(ContractJob job, int from, int to) {
        return job.endpoint(from, to).capability(RdmaMemory.class);
    }

    private static Region region(MemorySegment segment) {
        return new Region().wrap(segment, 0, segment.byteSize());
    }

    private static long finish(ContractJob job, int from, int to, RemoteAtomic atomic) {
        while (memory(job, from, to).tryAtomic(atomic) != SendOutcome.ACCEPTED) {
            job.pollAll();
        }
        return atomic.before();
    }

    @Test
    void shouldExecuteEachAtomicOnceWhenAllRanksAdd() throws Exception {
        int ranks = 3;
        int all = ranks * atomics();
        System.out.println(TransportContract.SEED + "=" + seed);
        MemorySegment words = Arena.ofAuto().allocate(64, 8);
        try (ContractJob job = open(ranks)) {
            long key = memory(job, 0, 1).remoteKey(region(words));
            List<BitSet> seen = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                seen.add(new BitSet(all));
            }
            AtomicInteger adding = new AtomicInteger(ranks - 1);
            job.inThreads(
                    rank -> {
                        if (rank > 0) {
                            addOnes(job, rank, key, seen.get(rank));
                            adding.decrementAndGet();
                            return;
                        }
                        for (int i = 0; i < atomics(); i++) {
                            seen.get(0).set((int) (long) WORD.getAndAdd(words, 8L, 1L));
                            job.transport(0).poll(LIMIT);
                        }
                        while (adding.get() > 0) {
                            job.transport(0).poll(LIMIT);
                        }
                    });
            assertEquals(all, words.getAtIndex(ValueLayout.JAVA_LONG, 1));
            BitSet found = new BitSet(all);
            seen.forEach(found::or);
            assertEquals(all, found.cardinality(), "each value is found once");
        }
    }

    /** Adds to the word behind the first one, with some additions in flight. */
    private void addOnes(ContractJob job, int rank, long key, BitSet seen) {
        Random random = new Random(seed + rank);
        Deque<RemoteAtomic> inFlight = new ArrayDeque<>();
        int most = 1;
        for (int begun = 0; begun < atomics() || !inFlight.isEmpty(); ) {
            if (begun < atomics() && inFlight.size() < most) {
                RemoteAtomic next = RemoteAtomic.add(key, 8, 1);
                memory(job, rank, 0).tryAtomic(next);
                inFlight.add(next);
                begun++;
            } else if (memory(job, rank, 0).tryAtomic(inFlight.peek()) == SendOutcome.ACCEPTED) {
                seen.set((int) inFlight.remove().before());
                most = 1 + random.nextInt(8);
            } else if (job.transport(rank).poll(LIMIT) == 0) {
                Thread.yield();
            }
        }
    }

    @Test
    void shouldKeepOrderWhenManyAtomicsAreInFlight() {
        System.out.println(TransportContract.SEED + "=" + seed);
        Random random = new Random(seed);
        MemorySegment words = Arena.ofAuto().allocate(16, 8);
        try (ContractJob job = open(2)) {
            long key = memory(job, 1, 0).remoteKey(region(words));
            List<RemoteAtomic> begun = new ArrayList<>();
            List<Long> expected = new ArrayList<>();
            long model = 0;
            for (int i = 0; i < atomics() / 4; i++) {
                long value = random.nextInt(100);
                boolean swaps = random.nextBoolean();
                long compared = random.nextBoolean() ? model : model + 1;
                begun.add(
                        swaps
                                ? RemoteAtomic.compareAndSwap(key, 0, compared, value)
                                : RemoteAtomic.add(key, 0, value));
                expected.add(model);
                long swapped = model == compared ? value : model;
                model = swaps ? swapped : model + value;
                memory(job, 0, 1).tryAtomic(begun.getLast());
            }
            for (int i = 0; i < begun.size(); i++) {
                assertEquals(expected.get(i), finish(job, 0, 1, begun.get(i)), "atomic=" + i);
            }
            assertEquals(model, words.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    @Test
    void shouldHaveOneKeyForAllPeers() {
        MemorySegment words = Arena.ofAuto().allocate(16, 8);
        try (ContractJob job = open(3)) {
            long key = memory(job, 0, 1).remoteKey(region(words));
            assertEquals(0, finish(job, 1, 0, RemoteAtomic.add(key, 0, 5)));
            assertEquals(5, finish(job, 2, 0, RemoteAtomic.add(key, 0, 6)));
            long[] got = new long[2];
            Region into = new Region().wrapArray(got, 0, 16);
            while (memory(job, 2, 0).tryGet(key, 0, into, 0, 16) != SendOutcome.ACCEPTED) {
                job.pollAll();
            }
            assertEquals(11, got[0]);
        }
    }

    @Test
    void shouldRefuseWhenTheWordIsNotThePeers() {
        MemorySegment words = Arena.ofAuto().allocate(16, 8);
        try (ContractJob job = open(2)) {
            long key = memory(job, 1, 0).remoteKey(region(words));
            long ended = memory(job, 1, 0).remoteKey(region(words));
            memory(job, 1, 0).forget(ended);
            List<RemoteAtomic> bad =
                    List.of(
                            RemoteAtomic.add(key, 16, 1),
                            RemoteAtomic.add(key, 4, 1),
                            RemoteAtomic.add(ended, 0, 1));
            for (RemoteAtomic atomic : bad) {
                RemoteAtomic next = RemoteAtomic.add(key, 8, 1);
                memory(job, 0, 1).tryAtomic(atomic);
                memory(job, 0, 1).tryAtomic(next);
                assertThrows(IllegalArgumentException.class, () -> finish(job, 0, 1, atomic));
                finish(job, 0, 1, next);
            }
            assertEquals(0, words.getAtIndex(ValueLayout.JAVA_LONG, 0));
            assertEquals(bad.size(), words.getAtIndex(ValueLayout.JAVA_LONG, 1));
        }
    }

    @Test
    void shouldReachAPeerThatDoesNotPoll() {
        MemorySegment words = Arena.ofAuto().allocate(16, 8);
        try (ContractJob job = open(2)) {
            long key = memory(job, 1, 0).remoteKey(region(words));
            RdmaMemory remote = memory(job, 0, 1);
            RemoteAtomic atomic = RemoteAtomic.add(key, 8, 3);
            Region source = new Region().wrapArray(new long[] {4}, 0, 8);
            while (remote.tryPut(key, 0, source, 0, 8) != SendOutcome.ACCEPTED) {
                job.transport(0).poll(LIMIT);
            }
            while (remote.tryAtomic(atomic) != SendOutcome.ACCEPTED) {
                job.transport(0).poll(LIMIT);
            }
            assertEquals(4, (long) WORD.getVolatile(words, 0L));
            assertEquals(3, (long) WORD.getVolatile(words, 8L));
        }
    }

    @Test
    void shouldCopyToEachRegionWhenSeveralGetsOfOnePlaceAreInFlight() {
        MemorySegment words = Arena.ofAuto().allocate(16, 8);
        words.set(ValueLayout.JAVA_LONG, 8, 77);
        try (ContractJob job = open(2)) {
            long key = memory(job, 1, 0).remoteKey(region(words));
            long[][] got = new long[3][1];
            List<Region> open = new ArrayList<>();
            for (long[] one : got) {
                open.add(new Region().wrapArray(one, 0, 8));
            }
            while (!open.isEmpty()) {
                open.removeIf(
                        into ->
                                memory(job, 0, 1).tryGet(key, 8, into, 0, 8)
                                        == SendOutcome.ACCEPTED);
                job.pollAll();
            }
            for (long[] one : got) {
                assertEquals(77, one[0]);
            }
        }
    }
}
