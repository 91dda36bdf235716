package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocking point-to-point communication and probes. MPI-4.1 sections 3.2 to 3.5, 3.8, 3.10. */
interface PointToPointTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16})
    default void shouldPassARingWhenAllSendToTheRight(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            int n = comm.getSize();
                            assertEquals(ranks, n);
                            int left = (me + n - 1) % n;
                            int right = (me + 1) % n;
                            int[] got = new int[3];
                            int[] mine = {me, 10 * me, 100 * me};
                            Status status =
                                    comm.sendRecv(
                                            mine, 3, MPI.INT, right, 5, got, 3, MPI.INT, left, 5);
                            assertArrayEquals(new int[] {left, 10 * left, 100 * left}, got);
                            assertEquals(left, status.getSource());
                            assertEquals(5, status.getTag());
                            assertEquals(3, status.getCount(MPI.INT));
                            Status capitalised =
                                    comm.Sendrecv(
                                            mine, 1, 1, MPI.INT, right, 6, got, 2, 1, MPI.INT, left,
                                            6);
                            assertEquals(10 * left, got[2]);
                            assertEquals(left, capitalised.source);
                            assertEquals(6, capitalised.tag);
                            assertEquals(1, capitalised.count);
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    default void shouldSwapBuffersWhenSentAndReplaced(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.Rank();
                            int left = (me + ranks - 1) % ranks;
                            int right = (me + 1) % ranks;
                            double[] values = {me, me + 0.5};
                            comm.sendRecvReplace(values, 2, MPI.DOUBLE, right, 1, left, 1);
                            assertArrayEquals(new double[] {left, left + 0.5}, values);
                            Object[] names = {"x", "rank " + me};
                            comm.Sendrecv_replace(names, 1, 1, MPI.OBJECT, right, 2, left, 2);
                            assertArrayEquals(new Object[] {"x", "rank " + left}, names);
                        });
    }

    @Test
    default void shouldDeliverWhenSentInEachMode() {
        job(2).run(PointToPointTests::exchangeInAllModes);
    }

    private static void exchangeInAllModes() {
        Intracomm comm = MPI.COMM_WORLD;
        int[] data = {7, 8, 9};
        MPI.attachBuffer(new byte[4096]);
        if (comm.getRank() == 0) {
            comm.send(data, 3, MPI.INT, 1, 0);
            comm.sSend(data, 3, MPI.INT, 1, 1);
            comm.bSend(data, 3, MPI.INT, 1, 2);
            comm.recv(null, 0, MPI.BYTE, 1, 99);
            comm.rSend(data, 3, MPI.INT, 1, 3);
            comm.Send(data, 1, 2, MPI.INT, 1, 4);
            comm.Ssend(data, 1, 2, MPI.INT, 1, 5);
            comm.Bsend(data, 1, 2, MPI.INT, 1, 6);
            comm.Recv(null, 0, 0, MPI.BYTE, 1, 99);
            comm.Rsend(data, 1, 2, MPI.INT, 1, 7);
        } else {
            int[] got = new int[3];
            for (int tag = 0; tag < 3; tag++) {
                assertEquals(3, comm.recv(got, 3, MPI.INT, 0, tag).getCount(MPI.INT));
                assertArrayEquals(data, got);
            }
            Request ready = comm.iRecv(got, 3, MPI.INT, 0, 3);
            comm.send(null, 0, MPI.BYTE, 0, 99);
            assertEquals(3, ready.waitStatus().getTag());
            for (int tag = 4; tag < 7; tag++) {
                got[2] = 0;
                assertEquals(2, comm.Recv(got, 1, 2, MPI.INT, 0, tag).Get_count(MPI.INT));
                assertArrayEquals(new int[] {7, 8, 9}, new int[] {got[0], got[1], got[2]});
            }
            ready = comm.Irecv(got, 1, 2, MPI.INT, 0, 7);
            comm.Send(null, 0, 0, MPI.BYTE, 0, 99);
            assertEquals(7, ready.Wait().tag);
        }
        MPI.detachBuffer();
    }

    @Test
    default void shouldNotCompleteASynchronousSendWhenNothingHasMatchedIt() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] data = {1};
                            if (comm.getRank() == 0) {
                                Request request = comm.isSend(data, 1, MPI.INT, 1, 0);
                                Request eager = comm.iSend(data, 1, MPI.INT, 1, 1);
                                eager.waitFor();
                                long end = System.nanoTime() + 50_000_000;
                                while (System.nanoTime() < end) {
                                    assertFalse(request.test());
                                }
                                comm.send(data, 1, MPI.INT, 1, 2);
                                request.waitFor();
                                assertTrue(request.isNull());
                            } else {
                                comm.recv(data, 1, MPI.INT, 0, 2);
                                comm.recv(data, 1, MPI.INT, 0, 0);
                                comm.recv(data, 1, MPI.INT, 0, 1);
                            }
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16})
    default void shouldKeepOrderWhenReceivedWithWildcards(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            int messages = 50;
                            if (me != 0) {
                                for (int i = 0; i < messages; i++) {
                                    comm.send(new int[] {i}, 1, MPI.INT, 0, i % 3);
                                }
                                return;
                            }
                            int[] next = new int[ranks];
                            int[] got = new int[1];
                            for (int i = 0; i < messages * (ranks - 1); i++) {
                                Status s = comm.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                                assertEquals(next[s.getSource()]++, got[0]);
                                assertEquals(got[0] % 3, s.getTag());
                            }
                        });
    }

    @Test
    default void shouldMatchByTagWhenMessagesCameInAnotherOrder() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] got = new int[1];
                            if (comm.getRank() == 0) {
                                for (int tag = 0; tag < 20; tag++) {
                                    comm.send(new int[] {tag}, 1, MPI.INT, 1, tag);
                                }
                            } else {
                                for (int tag = 19; tag >= 0; tag--) {
                                    comm.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, tag);
                                    assertEquals(tag, got[0]);
                                }
                            }
                        });
    }

    @Test
    default void shouldDeliverWhenMessagesAreLarge() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            for (int n = 1; n <= 1 << 20; n *= 4) {
                                long[] data = new long[n];
                                if (comm.getRank() == 0) {
                                    java.util.Arrays.setAll(data, i -> i * 31L + 7);
                                    comm.send(data, n, MPI.LONG, 1, 0);
                                } else {
                                    Status s = comm.recv(data, n, MPI.LONG, 0, 0);
                                    assertEquals(n, s.getCount(MPI.LONG));
                                    for (int i = 0; i < n; i++) {
                                        assertEquals(i * 31L + 7, data[i]);
                                    }
                                }
                            }
                        });
    }

    @Test
    default void shouldDoNothingWhenThePeerIsProcNull() {
        job(1).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] data = {5};
                            comm.send(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            comm.sSend(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            comm.bSend(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            Status s = comm.recv(data, 1, MPI.INT, MPI.PROC_NULL, 0);
                            assertEquals(MPI.PROC_NULL, s.getSource());
                            assertEquals(MPI.ANY_TAG, s.getTag());
                            assertEquals(0, s.getCount(MPI.INT));
                            assertEquals(5, data[0]);
                            assertEquals(MPI.PROC_NULL, comm.Probe(MPI.PROC_NULL, 3).source);
                            comm.Isend(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0).Wait();
                            assertEquals(
                                    0,
                                    comm.Irecv(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0)
                                            .Wait()
                                            .Get_count(MPI.INT));
                            Message message = new Message();
                            message.mProbe(MPI.PROC_NULL, 0, comm);
                            assertTrue(message.isNoProc());
                            assertEquals(
                                    MPI.PROC_NULL, message.mRecv(data, 1, MPI.INT).getSource());
                        });
    }

    @Test
    default void shouldCountItemsWhenFewerWereSentThanRequested() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            if (comm.getRank() == 0) {
                                comm.send(new byte[10], 10, MPI.BYTE, 1, 0);
                            } else {
                                Status s = comm.recv(new byte[64], 64, MPI.BYTE, 0, 0);
                                assertEquals(10, s.getCount(MPI.BYTE));
                                assertEquals(5, s.getCount(MPI.SHORT));
                                assertEquals(MPI.UNDEFINED, s.getCount(MPI.INT));
                                assertEquals(MPI.UNDEFINED, s.getCount(MPI.INT2));
                                assertEquals(MPI.UNDEFINED, s.getCount(MPI.OBJECT));
                                assertEquals(10, s.getElements(MPI.BYTE));
                                assertEquals(5, s.getElementsX(MPI.CHAR).getCount());
                                assertFalse(s.isCancelled());
                            }
                        });
    }

    @Test
    default void shouldFailWithTruncateWhenTheMessageIsTooLong() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            for (int n : new int[] {4, 1 << 18}) {
                                if (comm.getRank() == 0) {
                                    comm.send(new int[n], n, MPI.INT, 1, 0);
                                    comm.send(new int[n], n, MPI.INT, 1, 0);
                                    comm.send(new int[] {77}, 1, MPI.INT, 1, 0);
                                } else {
                                    int[] got = new int[n];
                                    MPIException e =
                                            assertFails(
                                                    MPI.ERR_TRUNCATE,
                                                    () -> comm.recv(got, n - 1, MPI.INT, 0, 0));
                                    for (String part :
                                            new String[] {
                                                "sent=" + 4 * n + " bytes",
                                                "room=" + 4 * (n - 1) + " bytes",
                                                "COMM_WORLD.recv(buf=int[" + n + "]",
                                                " on rank 1 of 2"
                                            }) {
                                        assertTrue(e.getMessage().contains(part), e.getMessage());
                                    }
                                    assertFails(
                                            MPI.ERR_TRUNCATE,
                                            () -> comm.Recv(got, 1, n - 1, MPI.INT, 0, 0));
                                    comm.recv(got, 1, MPI.INT, 0, 0);
                                    assertEquals(77, got[0]);
                                }
                            }
                        });
    }

    @Test
    default void shouldReturnTheStatusWhenAMessageIsProbed() {
        job(2).run(PointToPointTests::probeBothWays);
    }

    private static void probeBothWays() {
        Intracomm comm = MPI.COMM_WORLD;
        if (comm.getRank() == 0) {
            meet();
            comm.send(new int[3], 3, MPI.INT, 1, 4);
            comm.send(new int[1 << 18], 1 << 18, MPI.INT, 1, 5);
        } else {
            assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
            assertNull(comm.Iprobe(0, 4));
            meet();
            Status s = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertEquals(4, s.getTag());
            assertEquals(3, s.getCount(MPI.INT));
            assertNotNull(comm.iProbe(0, 4));
            Status large = comm.Probe(0, 5);
            assertEquals(1 << 18, large.Get_count(MPI.INT));
            comm.recv(new int[1 << 18], 1 << 18, MPI.INT, 0, 5);
            comm.recv(new int[3], 3, MPI.INT, s.getSource(), s.getTag());
            assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
        }
    }

    @Test
    default void shouldGiveAMessageToItsHandleOnlyWhenProbedForMatching() {
        job(2).run(PointToPointTests::matchedProbe);
    }

    private static void matchedProbe() {
        Intracomm comm = MPI.COMM_WORLD;
        if (comm.getRank() == 0) {
            for (int i = 1; i <= 3; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 1, 0);
            }
            return;
        }
        Message first = new Message();
        assertTrue(first.isNull());
        Status s = first.mProbe(0, MPI.ANY_TAG, comm);
        assertEquals(1, s.getCount(MPI.INT));
        int[] got = new int[1];
        comm.recv(got, 1, MPI.INT, 0, 0);
        assertEquals(2, got[0]);
        first.mRecv(got, 1, MPI.INT);
        assertEquals(1, got[0]);
        assertTrue(first.isNull());
        Message second = new Message();
        while (second.imProbe(MPI.ANY_SOURCE, 0, comm) == null) {
            Thread.onSpinWait();
        }
        second.imRecv(got, 1, MPI.INT).waitFor();
        assertEquals(3, got[0]);
        assertFails(MPI.ERR_REQUEST, () -> returningMessage().mRecv(got, 1, MPI.INT));
    }

    private static Message returningMessage() {
        returningWorld();
        return new Message();
    }
}
