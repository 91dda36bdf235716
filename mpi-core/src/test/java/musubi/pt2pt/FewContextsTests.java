package musubi.pt2pt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.connect.ContextCache;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.job.JobOfThreads;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Jobs in which each rank communicates with more peers than its limit of contexts. */
public interface FewContextsTests {
    int LARGE_INTS = 30_000;
    int COLLECTIONS = 200;

    /** The transport. */
    Map<String, String> settings();

    /** The number of ranks of a large job. */
    int manyRanks();

    private void run(int ranks, int contextsEach, JobOfThreads.Program program)
            throws InterruptedException {
        Map<String, String> settings = new HashMap<>(settings());
        settings.put("context.limit", Integer.toString(ranks * contextsEach));
        JobOfThreads.run(
                ranks,
                settings,
                rank -> {
                    assertEquals(contextsEach, rank.pt2pt().contexts().limit());
                    program.run(rank);
                    check(rank);
                });
    }

    private static void check(Rank rank) {
        ContextCache<?> contexts = rank.pt2pt().contexts();
        assertTrue(contexts.openCount() <= contexts.limit(), "open=" + contexts.openCount());
    }

    @Test
    default void shouldDeliverEachValueInOrderWhenAllSendToAllWithTwoContexts()
            throws InterruptedException {
        int n = manyRanks();
        run(
                n,
                2,
                rank -> {
                    AllToAll exchange = new AllToAll(rank, 5, new Random(rank.world().rank()));
                    exchange.sendAll(1);
                    exchange.receiveBySource();
                    exchange.finish();
                    ContextCache<?> contexts = rank.pt2pt().contexts();
                    assertEquals(n - 1, contexts.size());
                    assertTrue(contexts.evictions() >= n - 3, "none was closed");
                    assertEquals(contexts.openCount(), contexts.misses() - contexts.evictions());
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    default void shouldDeliverEachValueInOrderWhenTrafficIsRandom(int contextsEach)
            throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("few contexts: each=" + contextsEach + " seed=" + seed);
        run(
                7,
                contextsEach,
                rank -> {
                    Random random = new Random(seed + rank.world().rank());
                    for (int round = 0; round < 3; round++) {
                        AllToAll exchange = new AllToAll(rank, 40, random);
                        exchange.sendAll(LARGE_INTS);
                        if (random.nextBoolean()) {
                            exchange.receiveBySource();
                        } else {
                            exchange.receiveFromAny();
                        }
                        exchange.finish();
                        rank.world().synchronise();
                    }
                });
    }

    @Test
    default void shouldFinishWhenMoreMessagesAreAnnouncedThanThereAreContexts()
            throws InterruptedException {
        run(
                6,
                1,
                rank -> {
                    AllToAll exchange = new AllToAll(rank, 2, new Random(1));
                    exchange.sendAll(-LARGE_INTS);
                    rank.world().synchronise();
                    exchange.receiveBySource();
                    exchange.finish();
                });
    }

    @Test
    default void shouldDetectALostPeerWhenItsContextWasClosed() throws InterruptedException {
        run(
                3,
                1,
                rank -> {
                    Communicator world = rank.world();
                    int[] value = new int[1];
                    for (int other = 1; other < 3; other++) {
                        if (world.rank() == 0) {
                            send(rank, value, other);
                            receive(rank, value, other);
                        } else if (world.rank() == other) {
                            receive(rank, value, 0);
                            send(rank, value, 0);
                        }
                    }
                    if (world.rank() == 0) {
                        lose(rank);
                    }
                    if (world.rank() == 2) {
                        receive(rank, value, 0);
                    }
                });
    }

    private static void lose(Rank rank) {
        int[] value = {5};
        assertTrue(rank.pt2pt().contexts().evictions() >= 1);
        rank.pt2pt().inbound().onPeerLost(1, "gone");
        MpiFailure sent = assertThrows(MpiFailure.class, () -> send(rank, value, 1));
        assertEquals(ErrorClass.PROC_ABORTED, sent.errorClass());
        assertThrows(MpiFailure.class, () -> receive(rank, value, 1));
        send(rank, value, 2);
        // For this test only: the peer takes part in the end of the job.
        rank.pt2pt().contexts().all().forEach(peer -> ((Peer) peer).markLost(null));
    }

    /** A JVM may run one job after the other. */
    @Test
    default void shouldKeepNoReferenceToAFinishedRank() throws InterruptedException {
        List<WeakReference<Rank>> ranks = Collections.synchronizedList(new ArrayList<>());
        run(
                4,
                2,
                rank -> {
                    ranks.add(new WeakReference<>(rank));
                    AllToAll exchange = new AllToAll(rank, 5, new Random(7));
                    exchange.sendAll(LARGE_INTS);
                    exchange.receiveBySource();
                    exchange.finish();
                    rank.world().synchronise();
                });
        assertEquals(4, ranks.size());
        for (int i = 0; i < COLLECTIONS && held(ranks) > 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, held(ranks));
    }

    private static long held(List<WeakReference<Rank>> ranks) {
        return ranks.stream().filter(reference -> reference.get() != null).count();
    }

    private static void send(Rank rank, int[] value, int to) {
        SendRequest send =
                rank.pt2pt().sendRequest(SendMode.STANDARD).bind(value, 0, 1, MpiType.INT);
        rank.pt2pt().start(send, rank.world(), to, 0);
        rank.pt2pt().await(send);
        rank.pt2pt().release(send);
    }

    private static void receive(Rank rank, int[] value, int from) {
        RecvRequest recv = rank.pt2pt().recvRequest().bind(value, 0, 1, MpiType.INT);
        rank.pt2pt().start(recv, rank.world(), from, 0);
        rank.pt2pt().await(recv);
        rank.pt2pt().release(recv);
    }

    /** Each rank sends numbered messages to all others, which check them. */
    final class AllToAll {
        private final Rank rank;
        private final PointToPoint pt2pt;
        private final Communicator world;
        private final int messages;
        private final Random random;
        private final List<SendRequest> sends = new ArrayList<>();
        private final int[] buffer = new int[LARGE_INTS];
        private final int[] seen;

        AllToAll(Rank rank, int messages, Random random) {
            this.rank = rank;
            this.messages = messages;
            this.random = random;
            pt2pt = rank.pt2pt();
            world = rank.world();
            seen = new int[world.size()];
        }

        /**
         * Starts all sends, their destinations in random order.
         *
         * @param mostInts the longest message, in one of eight; if negative, the length of all
         */
        void sendAll(int mostInts) {
            int[] sent = new int[world.size()];
            for (int left = messages * (world.size() - 1); left > 0; ) {
                int to = random.nextInt(world.size());
                if (to != world.rank() && sent[to] < messages) {
                    int most = random.nextInt(8) == 0 ? mostInts : 1;
                    int count = mostInts < 0 ? -mostInts : 1 + random.nextInt(most);
                    start(new int[count], to, sent[to]++);
                    left--;
                }
            }
        }

        private void start(int[] content, int to, int number) {
            content[0] = value(world.rank(), to, number);
            content[content.length - 1] = content[0];
            SendMode mode = random.nextInt(10) == 0 ? SendMode.SYNCHRONOUS : SendMode.STANDARD;
            SendRequest send =
                    pt2pt.sendRequest(mode).bind(content, 0, content.length, MpiType.INT);
            pt2pt.start(send, world, to, 3);
            sends.add(send);
            check(rank);
        }

        private static int value(int from, int to, int number) {
            return (from * 1000 + to) * 1000 + number;
        }

        void receiveBySource() {
            for (int i = 1; i < world.size(); i++) {
                int from = (world.rank() + i) % world.size();
                for (int number = 0; number < messages; number++) {
                    receiveOne(from);
                }
            }
        }

        void receiveFromAny() {
            for (int left = messages * (world.size() - 1); left > 0; left--) {
                receiveOne(MessageAddress.ANY_SOURCE);
            }
        }

        private void receiveOne(int source) {
            RecvRequest recv = pt2pt.recvRequest().bind(buffer, 0, LARGE_INTS, MpiType.INT);
            pt2pt.start(recv, world, source, 3);
            pt2pt.await(recv);
            int from = recv.source();
            int last = (int) (recv.bytes() / Integer.BYTES) - 1;
            pt2pt.release(recv);
            int expected = value(from, world.rank(), seen[from]++);
            assertEquals(expected, buffer[0]);
            assertEquals(expected, buffer[last]);
            check(rank);
        }

        void finish() {
            for (SendRequest send : sends) {
                pt2pt.await(send);
                pt2pt.release(send);
            }
            check(rank);
        }
    }
}
