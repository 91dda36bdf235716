package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Communicators created in random order, concurrently, and by groups that share ranks. */
interface RandomCommunicatorTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldAgreeWithTheModelWhenMadeAtRandom(int ranks) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        job(ranks).run(() -> new RandomCommunicators(seed).run(40));
    }

    /** Rank 1 of the second group starts while the first group waits for its rank 0. */
    @Test
    default void shouldNotMixGroupsWhenTheyUseTheSameTagOneAfterTheOther() {
        job(3).run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            Group all = world.getGroup();
                            Group first = all.incl(new int[] {0, 1});
                            Group second = all.incl(new int[] {2, 1});
                            InJob.meet();
                            for (int round = 0; round < 30; round++) {
                                Intracomm a = null;
                                if (me == 0) {
                                    Thread.sleep(round % 3);
                                }
                                if (me != 2) {
                                    a = world.createGroup(first, 4);
                                }
                                if (me != 0) {
                                    Intracomm b = world.createGroup(second, 4);
                                    assertEquals(me == 2 ? 0 : 1, b.getRank());
                                    swap(b);
                                    b.free();
                                }
                                if (a != null) {
                                    swap(a);
                                    a.free();
                                }
                            }
                            assertTrue(world.createGroup(all.excl(new int[] {me}), 1).isNull());
                        });
    }

    private static void swap(Intracomm pair) {
        int me = MPI.COMM_WORLD.getRank();
        int[] got = {me};
        pair.sendRecvReplace(got, 1, MPI.INT, 1 - pair.getRank(), 0, MPI.ANY_SOURCE, 0);
        int[] place = {1 - pair.getRank()};
        int[] world = Group.translateRanks(pair.getGroup(), place, MPI.COMM_WORLD.getGroup());
        assertArrayEquals(world, got);
    }

    /** Disjoint groups create communicators independently, then one of all ranks. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7, 8})
    default void shouldHaveContextsOfTheirOwnWhenDisjointGroupsMakeThemAtOnce(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            int half = me < ranks / 2 ? 0 : 1;
                            Intracomm mine = world.split(half, me);
                            Group members = mine.getGroup();
                            Intracomm[] made = new Intracomm[5 + 20 * half];
                            for (int i = 0; i < made.length; i++) {
                                made[i] = i % 2 == 0 ? world.createGroup(members, i) : mine.dup();
                            }
                            int leader = half == 0 ? ranks / 2 : 0;
                            Intercomm inter = world.createIntercomm(mine, 0, leader, 1);
                            Intracomm whole = inter.merge(half == 1);
                            int right = (me + 1) % ranks;
                            whole.iSend(new int[] {-5}, 1, MPI.INT, right, 0);
                            for (int i = 0; i < made.length; i++) {
                                int next = (made[i].getRank() + 1) % made[i].getSize();
                                made[i].iSend(new int[] {i}, 1, MPI.INT, next, 0);
                            }
                            int[] got = new int[1];
                            for (int i = made.length - 1; i >= 0; i--) {
                                made[i].recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                                assertEquals(i, got[0]);
                            }
                            whole.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                            assertEquals(-5, got[0]);
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    default void shouldKeepCommunicatorsApartWhenThreadsMakeThem(int ranks) {
        job(ranks)
                .runBare(
                        () -> {
                            MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
                            Intracomm[] own = new Intracomm[3];
                            for (int t = 0; t < own.length; t++) {
                                own[t] = MPI.COMM_WORLD.dup();
                            }
                            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
                            Thread[] threads = new Thread[own.length];
                            for (int t = 0; t < threads.length; t++) {
                                Intracomm comm = own[t];
                                int tag = t;
                                threads[t] =
                                        Thread.ofPlatform()
                                                .daemon()
                                                .start(() -> guarded(comm, tag, failures));
                            }
                            for (Thread thread : threads) {
                                thread.join();
                            }
                            for (Throwable failure : failures) {
                                throw new AssertionError(failure);
                            }
                            MPI.Finalize();
                        });
    }

    private static void guarded(Intracomm comm, int tag, Queue<Throwable> failures) {
        try {
            for (int round = 0; round < 6; round++) {
                makeSome(comm, tag);
            }
        } catch (RuntimeException | Error e) {
            failures.add(e);
        }
    }

    private static void makeSome(Intracomm comm, int tag) {
        int me = comm.getRank();
        int size = comm.getSize();
        Intracomm part = comm.split(me % 2, 0);
        Intercomm inter = MPI.COMM_WORLD.createIntercomm(part, 0, 1 - me % 2, tag);
        Intracomm whole = inter.merge(me % 2 == 1);
        Intracomm copy = whole.iDup();
        copy.getRequest().waitFor();
        Intracomm group = MPI.COMM_WORLD.createGroup(part.getGroup(), tag);
        assertEquals(part.getSize(), group.getSize());
        int[] got = {me};
        int next = (copy.getRank() + 1) % size;
        copy.sendRecvReplace(got, 1, MPI.INT, next, tag, MPI.ANY_SOURCE, MPI.ANY_TAG);
        int before = (copy.getRank() + size - 1) % size;
        int evens = (size + 1) / 2;
        assertEquals(before < evens ? 2 * before : 2 * (before - evens) + 1, got[0]);
        for (Comm made : new Comm[] {part, inter, whole, copy, group}) {
            made.free();
        }
    }
}
