package musubi.simulator.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.memory.Component;
import musubi.memory.MemoryReport;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Each run also checks its splits against the keys, and its echoes. */
class ScaleRunTest {
    private static final int NODES = 1 << 14;
    private static final int PEERS_BYTES = 24 << 10;
    private static final long CARD_BYTES = 384;
    private static final int NOISE_BYTES = 4 << 10;
    private static final int COLLECTIONS = 50;
    private static final int ALIKE = 3;

    /** Memory that the JVM itself reports after a garbage collection. */
    private record JvmMemory(long heapBytes, long directBytes) {
        static JvmMemory now() {
            long heap = 0;
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                // Used memory includes thread-local allocation buffers.
                MemoryUsage left = pool.getCollectionUsage();
                heap += pool.getType() == MemoryType.HEAP && left != null ? left.getUsed() : 0;
            }
            long direct =
                    ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .filter(pool -> pool.getName().equals("direct"))
                            .mapToLong(BufferPoolMXBean::getMemoryUsed)
                            .sum();
            return new JvmMemory(heap, direct);
        }

        /** The test framework allocates a little all the time. */
        private boolean isLike(JvmMemory other) {
            return directBytes == other.directBytes
                    && Math.abs(heapBytes - other.heapBytes) < NOISE_BYTES;
        }

        /** A thread of the JVM frees direct memory some time after the collection that finds it. */
        static JvmMemory settled() throws InterruptedException {
            JvmMemory last = now();
            int alike = 0;
            for (int i = 0; i < COLLECTIONS && alike < ALIKE; i++) {
                CountDownLatch freed = new CountDownLatch(1);
                MemorySegment.NULL.reinterpret(1, Arena.ofAuto(), _ -> freed.countDown());
                System.gc();
                freed.await(1, TimeUnit.SECONDS);
                Thread.sleep(10);
                JvmMemory now = now();
                alike = now.isLike(last) ? alike + 1 : 0;
                last = now;
            }
            return last;
        }
    }

    private static void near(long known, long said, String what) {
        assertTrue(
                Math.abs(known - said) <= known / 20,
                what + ": the JVM says " + known + " the ledger " + said);
    }

    /** Enough contexts and tables that the memory of test and JVM themselves is far below 5 %. */
    @Test
    void shouldAgreeWithTheJvmWithinFivePercent() throws Exception {
        ScaleScenario scenario = new ScaleScenario(NODES, 4, 8, 1024, true);
        runToItsEnd(scenario); // loads classes
        JvmMemory before = JvmMemory.settled();
        ScaleRun run = new ScaleRun(scenario);
        run.exchange();
        JvmMemory after = JvmMemory.settled();
        MemoryReport library = run.library();
        near(after.heapBytes - before.heapBytes, library.heapBytes(), "heap");
        long direct = library.offHeapBytes() - library.offHeapBytes(Component.SHARED_MEMORY);
        near(after.directBytes - before.directBytes, direct, "direct memory");
        run.close();
    }

    private static void runToItsEnd(ScaleScenario scenario) throws InterruptedException {
        ScaleRun run = new ScaleRun(scenario);
        run.exchange();
        run.library();
        run.close();
    }

    @Test
    void shouldTakeTheSameMemoryHoweverManyNodesThereAre() throws Exception {
        ScaleRun few = new ScaleRun(new ScaleScenario(NODES / 4, 4, 8, 64, false));
        few.exchange();
        ScaleRun many = new ScaleRun(new ScaleScenario(NODES * 16, 4, 8, 64, false));
        many.exchange();
        for (Component component : Component.values()) {
            long one = few.library().bytes(component);
            long other = many.library().bytes(component);
            // Six more rounds of dissemination are six more peers of each rank. Which peers are
            // connected again, and so have their cards kept, depends on the order of arrival.
            long cards = component == Component.PROCESS_MANAGER ? many.peers() * CARD_BYTES : 0;
            assertTrue(
                    Math.abs(other - one) <= one / 10 + PEERS_BYTES + cards,
                    component.label() + ": " + one + " and, with 64 times the nodes, " + other);
        }
        assertEquals(64, many.rings());
        assertTrue(many.connections() > 0);
        few.close();
        many.close();
    }

    @Test
    void shouldSplitBeforeARuleIsLookedForWhenThereAreFewRanks() throws Exception {
        ScaleRun run = new ScaleRun(new ScaleScenario(64, 4, 5, 16, false));
        run.exchange();
        assertEquals(20, run.communicators());
        run.close();
    }

    @Test
    void shouldReadBackWhatItHasMeasured() {
        ScaleScenario scenario = new ScaleScenario(NODES, 4, 10, 1024, true);
        NodeMeasurement measured =
                NodeMeasurement.of(
                        scenario, MemoryReport.empty(), 12_345_678, 23_456_789, 1000, 64);
        assertEquals(measured, NodeMeasurement.parse(measured.line()));
        assertEquals(
                NodeMeasurement.heading().split(",").length, measured.line().split(",").length);
    }
}
