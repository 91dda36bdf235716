package musubi.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.job.JobOfThreads;
import musubi.memory.Component;
import musubi.memory.MemoryReport;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class MemoryLedgerTest {
    private static final Map<String, String> SETTINGS = Map.of("transport", "self,memory");

    /** An array that arrives before its receive and is stored. */
    private static void sendUnasked(Rank rank, int words) {
        int next = (rank.world().rank() + 1) % rank.world().size();
        SendRequest send =
                rank.pt2pt()
                        .sendRequest(SendMode.STANDARD)
                        .bind(new long[words], 0, words, MpiType.LONG);
        rank.pt2pt().start(send, rank.world(), next, 7);
        rank.pt2pt().await(send);
        rank.pt2pt().release(send);
        rank.pt2pt().awaitMessage(rank.world(), from(rank), 7);
    }

    private static void receive(Rank rank, int words) {
        RecvRequest recv = rank.pt2pt().recvRequest().bind(new long[words], 0, words, MpiType.LONG);
        rank.pt2pt().start(recv, rank.world(), from(rank), 7);
        rank.pt2pt().await(recv);
        rank.pt2pt().release(recv);
    }

    private static int from(Rank rank) {
        int size = rank.world().size();
        return (rank.world().rank() + size - 1) % size;
    }

    @Test
    void shouldComputeTheSizesThatJolMeasures() throws Exception {
        AtomicInteger compared = new AtomicInteger();
        JobOfThreads.run(
                3,
                SETTINGS,
                rank -> {
                    Communicator copy = rank.world().split(0, -rank.world().rank());
                    sendUnasked(rank, 20);
                    List<String> wrong = new ArrayList<>();
                    MemoryWalk walk =
                            new MemoryWalk(
                                    (object, bytes) -> {
                                        compared.incrementAndGet();
                                        compare(object, bytes, wrong);
                                    });
                    MemoryLedger.walk(rank.memory(), walk);
                    assertEquals(List.of(), wrong);
                    assertEquals(3, copy.size());
                    receive(rank, 20);
                });
        assertTrue(compared.get() > 1000, "objects compared: " + compared);
    }

    private static void compare(Object object, long bytes, List<String> wrong) {
        Class<?> type = object.getClass();
        boolean isHidden = type.isHidden() || type.isRecord();
        if (isHidden || !type.isArray() && !type.getName().startsWith("musubi.")) {
            return;
        }
        long known = ClassLayout.parseInstance(object).instanceSize();
        if (known != bytes) {
            wrong.add(type + " ledger=" + bytes + " JOL=" + known);
        }
    }

    @Test
    void shouldComputeSizesOfCollectionsFromTheirPublicState() {
        Integer held = 1000;
        ObjectSizes sizes = new ObjectSizes();
        JdkObjects jdk = new JdkObjects(sizes);
        for (int size : new int[] {1, 12, 13, 100, 1000}) {
            List<Integer> list = new ArrayList<>();
            ArrayDeque<Integer> queue = new ArrayDeque<>();
            BitSet bits = new BitSet();
            IntStream.range(0, size)
                    .forEach(
                            i -> {
                                list.add(held);
                                queue.add(held);
                                bits.set(i);
                            });
            for (Object collection : List.of(list, queue, bits, "x".repeat(size))) {
                long inside = collection instanceof Iterable<?> ? 16 : 0;
                long known = GraphLayout.parseInstance(collection).totalSize() - inside;
                assertEquals(known, jdk.bytes(collection), collection.getClass() + " " + size);
            }
            checkMaps(jdk, size);
        }
    }

    private static void checkMaps(JdkObjects jdk, int size) {
        for (Map<Integer, Integer> map :
                List.of(
                        new HashMap<Integer, Integer>(),
                        new LinkedHashMap<Integer, Integer>(),
                        new TreeMap<Integer, Integer>(),
                        new ConcurrentHashMap<Integer, Integer>())) {
            IntStream.range(1000, 1000 + size).forEach(i -> map.put(i, 0));
            Object[] keys = map.keySet().toArray();
            Object[] values = map.values().toArray();
            long inside = 0;
            for (Object key : new HashSet<>(List.of(keys))) {
                inside += ClassLayout.parseInstance(key).instanceSize();
            }
            inside += ClassLayout.parseInstance(values[0]).instanceSize();
            long known = GraphLayout.parseInstance(map).totalSize() - inside;
            long said = jdk.bytes(map);
            assertTrue(
                    Math.abs(known - said) <= 64 + known / 20,
                    map.getClass() + " size=" + size + " ledger=" + said + " JOL=" + known);
        }
    }

    @Test
    void shouldCountPayloadThatWaitsAsBuffersAndSetsOnceForAllRanksOfAJvm() throws Exception {
        int[] order = {2, 0, 3, 1, 6, 5, 4, 7};
        JobOfThreads.run(
                8,
                SETTINGS,
                rank -> {
                    long before = MemoryLedger.of(rank.memory()).bytes(Component.BUFFERS);
                    sendUnasked(rank, 100);
                    long waiting = MemoryLedger.of(rank.memory()).bytes(Component.BUFFERS) - before;
                    assertTrue(waiting >= 800 && waiting < 2000, "waiting=" + waiting);
                    receive(rank, 100);
                    MemoryReport none = MemoryLedger.shared(rank.memory());
                    long own = MemoryLedger.of(rank.memory()).bytes(Component.PARTICIPANT_SETS);
                    Communicator mixed = rank.world().split(0, order[rank.world().rank()]);
                    rank.world().synchronise();
                    long more =
                            MemoryLedger.of(rank.memory()).bytes(Component.PARTICIPANT_SETS) - own;
                    long shared =
                            MemoryLedger.shared(rank.memory()).bytes(Component.PARTICIPANT_SETS);
                    long table = new ObjectSizes().array(int.class, 8);
                    assertTrue(shared >= none.bytes(Component.PARTICIPANT_SETS) + table);
                    assertTrue(more < 400, "of one communicator: " + more);
                    assertEquals(8, mixed.size());
                });
    }

    @Test
    void shouldWriteARowForEachRankAndNode() throws Exception {
        JobOfThreads.run(
                3,
                SETTINGS,
                rank -> {
                    List<String> lines = new JobMemoryReport(rank.memory()).lines();
                    if (rank.world().rank() > 0) {
                        assertEquals(List.of(), lines);
                        return;
                    }
                    assertEquals(5, lines.size(), lines.toString());
                    for (Component component : Component.values()) {
                        assertTrue(lines.getFirst().contains(component.label()));
                    }
                    assertTrue(lines.get(3).startsWith("rank 2 "), lines.toString());
                    assertTrue(lines.get(4).startsWith("node 0 "), lines.toString());
                });
    }

    @Test
    void shouldAddAndReadBackReports() {
        long[] bytes = new long[2 * Component.values().length];
        bytes[Component.BUFFERS.ordinal()] = 5;
        bytes[Component.values().length + Component.OTHER.ordinal()] = 7;
        MemoryReport report = MemoryReport.decode(new MemoryReport(bytes).encode());
        MemoryReport sum = report.plus(report);
        assertEquals(10, sum.heapBytes(Component.BUFFERS));
        assertEquals(14, sum.offHeapBytes(Component.OTHER));
        assertEquals(10, sum.libraryBytes());
        assertEquals(10, sum.heapBytes());
        assertEquals(14, sum.offHeapBytes());
        assertEquals(0, MemoryReport.empty().libraryBytes());
    }
}
