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
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.IntBuffer;

/** Non-blocking and persistent communication. MPI-4.1 sections 3.7 to 3.9. */
interface RequestTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16})
    default void shouldExchangeWithAllWhenNonBlocking(int ranks) {
        job(ranks)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            int[] in = new int[ranks];
                            int[] out = new int[ranks];
                            Request[] requests = new Request[2 * ranks];
                            for (int r = 0; r < ranks; r++) {
                                out[r] = 100 * me + r;
                                requests[r] = comm.Irecv(in, r, 1, MPI.INT, r, 3);
                            }
                            for (int r = 0; r < ranks; r++) {
                                requests[ranks + r] = comm.Isend(out, r, 1, MPI.INT, r, 3);
                            }
                            Status[] statuses = Request.Waitall(requests);
                            for (int r = 0; r < ranks; r++) {
                                assertEquals(100 * r + me, in[r]);
                                assertEquals(r, statuses[r].source);
                                assertEquals(r, statuses[r].index);
                                assertTrue(requests[r].isNull());
                            }
                        });
    }

    @Test
    default void shouldDeliverWhenStartedInEachMode() {
        job(2).run(RequestTests::startInAllModes);
    }

    private static void startInAllModes() {
        Intracomm comm = MPI.COMM_WORLD;
        MPI.attachBuffer(new byte[4096]);
        int me = comm.getRank();
        IntBuffer direct = MPI.newIntBuffer(2);
        int[] array = {3, 4};
        direct.put(0, 1).put(1, 2);
        int[][] got = new int[12][2];
        Request[] r = new Request[12];
        if (me == 1) {
            for (int i = 0; i < 12; i++) {
                r[i] = comm.iRecv(got[i], 2, MPI.INT, 0, i);
            }
            meet();
        } else {
            meet();
            r[0] = comm.iSend(direct, 2, MPI.INT, 1, 0);
            r[1] = comm.ibSend(direct, 2, MPI.INT, 1, 1);
            r[2] = comm.isSend(direct, 2, MPI.INT, 1, 2);
            r[3] = comm.irSend(direct, 2, MPI.INT, 1, 3);
            r[4] = comm.iSend(array, 2, MPI.INT, 1, 4);
            r[5] = comm.ibSend(array, 2, MPI.INT, 1, 5);
            r[6] = comm.isSend(array, 2, MPI.INT, 1, 6);
            r[7] = comm.irSend(array, 2, MPI.INT, 1, 7);
            r[8] = comm.Isend(array, 1, 1, MPI.INT, 1, 8);
            r[9] = comm.Ibsend(array, 1, 1, MPI.INT, 1, 9);
            r[10] = comm.Issend(array, 1, 1, MPI.INT, 1, 10);
            r[11] = comm.Irsend(array, 1, 1, MPI.INT, 1, 11);
        }
        Status[] statuses = Request.waitAllStatus(r);
        for (int i = 0; i < 12 && me == 1; i++) {
            int[] expected = i < 4 ? new int[] {1, 2} : i < 8 ? array : new int[] {4, 0};
            assertArrayEquals(expected, got[i]);
            assertEquals(i < 8 ? 2 : 1, statuses[i].getCount(MPI.INT));
        }
        MPI.detachBuffer();
    }

    @Test
    default void shouldBeUsableAgainWhenPersistent() {
        job(2).run(RequestTests::usePersistently);
    }

    private static void usePersistently() {
        Intracomm comm = MPI.COMM_WORLD;
        MPI.attachBuffer(new byte[1 << 16]);
        int peer = 1 - comm.getRank();
        int[] out = new int[8];
        int[] in = new int[8];
        Prequest[] sends = {
            comm.sendInit(out, 1, MPI.INT, peer, 0),
            comm.sSendInit(out, 1, MPI.INT, peer, 1),
            comm.bSendInit(out, 1, MPI.INT, peer, 2),
            comm.rSendInit(out, 1, MPI.INT, peer, 3),
            comm.Send_init(out, 4, 1, MPI.INT, peer, 4),
            comm.Ssend_init(out, 5, 1, MPI.INT, peer, 5),
            comm.Bsend_init(out, 6, 1, MPI.INT, peer, 6),
            comm.Rsend_init(out, 7, 1, MPI.INT, peer, 7)
        };
        Prequest[] receives = new Prequest[8];
        for (int i = 0; i < 8; i++) {
            receives[i] = comm.Recv_init(in, i, 1, MPI.INT, peer, i);
        }
        for (int round = 1; round <= 20; round++) {
            java.util.Arrays.fill(out, round);
            Prequest.startAll(receives);
            assertFalse(receives[0].isNull());
            meet();
            Prequest.Startall(sends);
            Request.waitAll(sends);
            Request.waitAll(receives);
            for (int i = 0; i < 8; i++) {
                assertEquals(round, in[i]);
                assertFalse(sends[i].isNull());
            }
            assertNotNull(receives[0].testStatus());
        }
        Prequest again = comm.recvInit(in, 1, MPI.INT, peer, 9);
        again.start();
        assertFails(MPI.ERR_REQUEST, again::Start);
        comm.send(out, 1, MPI.INT, peer, 9);
        again.waitStatus();
        again.free();
        assertTrue(again.isNull());
        assertFails(MPI.ERR_REQUEST, again::Start);
        MPI.detachBuffer();
    }

    @Test
    default void shouldFindTheCompleteOnesWhenWaitedForSeveral() {
        job(2).run(RequestTests::waitForSeveral);
    }

    private static void waitForSeveral() {
        Intracomm comm = MPI.COMM_WORLD;
        int[] data = new int[6];
        if (comm.getRank() == 0) {
            Request[] r = new Request[6];
            for (int i = 0; i < 6; i++) {
                r[i] = comm.iRecv(MPI.slice(data, i), 1, MPI.INT, 1, i);
            }
            assertFalse(Request.testAll(r));
            assertNull(Request.testAllStatus(r));
            assertNull(Request.Testall(r));
            assertEquals(MPI.UNDEFINED, Request.testAny(r));
            assertNull(Request.testAnyStatus(r));
            assertNull(Request.Testany(r));
            assertEquals(0, Request.testSome(r).length);
            assertEquals(0, Request.Testsome(r).length);
            assertNull(r[0].testStatus());
            assertNull(r[0].Test());
            assertNull(r[0].getStatus());
            comm.send(null, 0, MPI.BYTE, 1, 3);
            assertEquals(3, Request.waitAny(r));
            comm.send(null, 0, MPI.BYTE, 1, 1);
            Status any = Request.Waitany(r);
            assertEquals(1, any.index);
            assertEquals(1, any.tag);
            comm.send(null, 0, MPI.BYTE, 1, 5);
            assertArrayEquals(new int[] {5}, Request.waitSome(r));
            comm.send(null, 0, MPI.BYTE, 1, 0);
            Status[] some = Request.Waitsome(r);
            assertEquals(1, some.length);
            assertEquals(0, some[0].getIndex());
            comm.send(null, 0, MPI.BYTE, 1, 2);
            comm.send(null, 0, MPI.BYTE, 1, 4);
            while (r[2].getStatus() == null) {
                Thread.onSpinWait();
            }
            assertFalse(r[2].isNull());
            Request.waitAll(r);
            assertArrayEquals(new int[] {0, 10, 20, 30, 40, 50}, data);
        } else {
            for (int i : new int[] {3, 1, 5, 0, 2, 4}) {
                comm.recv(null, 0, MPI.BYTE, 0, i);
                comm.send(new int[] {10 * i}, 1, MPI.INT, 0, i);
            }
        }
    }

    @Test
    default void shouldReturnUndefinedWhenNoneIsActive() {
        job(1).run(
                        () -> {
                            Request[] none = {MPI.REQUEST_NULL, null};
                            assertEquals(MPI.UNDEFINED, Request.waitAny(none));
                            assertEquals(MPI.UNDEFINED, Request.waitAnyStatus(none).getIndex());
                            assertNull(Request.Testany(none));
                            assertNull(Request.waitSome(none));
                            assertNull(Request.waitSomeStatus(none));
                            assertEquals(0, Request.Testsome(none).length);
                            assertTrue(Request.testAll(none));
                            assertEquals(2, Request.waitAllStatus(none).length);
                            assertTrue(MPI.REQUEST_NULL.isNull());
                            assertTrue(MPI.REQUEST_NULL.Is_null());
                            MPI.REQUEST_NULL.waitFor();
                            assertEquals(0, MPI.REQUEST_NULL.Wait().Get_count(MPI.INT));
                            assertTrue(MPI.REQUEST_NULL.test());
                            returningWorld();
                            assertFails(MPI.ERR_REQUEST, () -> Request.waitAll(null));
                            assertFails(MPI.ERR_REQUEST, () -> Request.Waitany(null));
                            MPI.REQUEST_NULL.free();
                            assertFails(MPI.ERR_REQUEST, MPI.REQUEST_NULL::Cancel);
                            assertFails(MPI.ERR_REQUEST, () -> Prequest.startAll(new Prequest[1]));
                        });
    }

    @Test
    default void shouldSetTheCancelledFlagWhenAReceiveWasCancelled() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            int[] data = {1};
                            Request request = comm.iRecv(data, 1, MPI.INT, peer, 0);
                            request.cancel();
                            assertTrue(request.waitStatus().isCancelled());
                            Request late = comm.Irecv(data, 0, 1, MPI.INT, peer, 1);
                            meet();
                            comm.send(new int[] {1}, 1, MPI.INT, peer, 1);
                            meet();
                            while (late.getStatus() == null) {
                                Thread.onSpinWait();
                            }
                            late.Cancel();
                            Status status = late.Wait();
                            assertFalse(status.Test_cancelled());
                            assertEquals(1, status.count);
                        });
    }

    @Test
    default void shouldTakeTheMessageBackWhenASendWasCancelled() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] data = {1};
                            if (comm.getRank() == 0) {
                                Request request = comm.Issend(data, 0, 1, MPI.INT, 1, 0);
                                request.Cancel();
                                assertTrue(request.Wait().Test_cancelled());
                                meet();
                            } else {
                                // Makes progress, so that the cancellation is answered.
                                meet();
                                assertNull(comm.Iprobe(0, 0));
                            }
                        });
    }

    @Test
    default void shouldFinishWhenFreedWhileActive() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int n = 1 << 18;
                            int[] data = new int[n];
                            for (int round = 0; round < 5; round++) {
                                if (comm.getRank() == 0) {
                                    java.util.Arrays.fill(data, 5);
                                    Request request = comm.iSend(data, n, MPI.INT, 1, 0);
                                    request.free();
                                    assertTrue(request.isNull());
                                    Request small = comm.iSend(data, 1, MPI.INT, 1, 1);
                                    small.Free();
                                    comm.recv(null, 0, MPI.INT, 1, 2);
                                } else {
                                    comm.recv(data, 1, MPI.INT, 0, 1);
                                    comm.recv(data, n, MPI.INT, 0, 0);
                                    assertEquals(5, data[n - 1]);
                                    comm.send(null, 0, MPI.INT, 0, 2);
                                }
                            }
                        });
    }

    @Test
    default void shouldThrowAfterAllAreCompleteWhenOneOfSeveralFails() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            int[] data = {1, 2};
                            if (comm.getRank() == 0) {
                                comm.send(data, 2, MPI.INT, 1, 0);
                                comm.send(data, 2, MPI.INT, 1, 1);
                                comm.send(data, 2, MPI.INT, 1, 0);
                                comm.send(data, 2, MPI.INT, 1, 1);
                            } else {
                                int[] got = new int[4];
                                Request[] r = {
                                    comm.Irecv(got, 0, 1, MPI.INT, 0, 0),
                                    comm.Irecv(got, 2, 2, MPI.INT, 0, 1)
                                };
                                assertFails(MPI.ERR_IN_STATUS, () -> Request.waitAll(r));
                                assertTrue(r[0].isNull() && r[1].isNull());
                                assertEquals(2, got[3]);
                                Request[] again = {
                                    comm.Irecv(got, 0, 1, MPI.INT, 0, 0),
                                    comm.Irecv(got, 2, 2, MPI.INT, 0, 1)
                                };
                                assertFails(MPI.ERR_IN_STATUS, () -> Request.Waitall(again));
                            }
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "waitAll",
                "waitAllStatus",
                "Waitall",
                "testAll",
                "testAllStatus",
                "Testall",
                "waitSome",
                "waitSomeStatus",
                "Waitsome",
                "testSome",
                "testSomeStatus",
                "Testsome"
            })
    default void shouldReturnTheErrorOfEachWhenSeveralFail(String call) {
        job(2).run(() -> failInSeveral(call));
    }

    private static Executable completing(String call, Request[] r) {
        return switch (call) {
            case "waitAll" -> () -> Request.waitAll(r);
            case "waitAllStatus" -> () -> Request.waitAllStatus(r);
            case "Waitall" -> () -> Request.Waitall(r);
            case "testAll" -> () -> Request.testAll(r);
            case "testAllStatus" -> () -> Request.testAllStatus(r);
            case "Testall" -> () -> Request.Testall(r);
            case "waitSome" -> () -> Request.waitSome(r);
            case "waitSomeStatus" -> () -> Request.waitSomeStatus(r);
            case "Waitsome" -> () -> Request.Waitsome(r);
            case "testSome" -> () -> Request.testSome(r);
            case "testSomeStatus" -> () -> Request.testSomeStatus(r);
            default -> () -> Request.Testsome(r);
        };
    }

    /** Three completed receives, of which the first and the last were too short. */
    private static Request[] receiveTooLittle() {
        Intracomm comm = MPI.COMM_WORLD;
        int[] data = {1, 2, 0, 0};
        Request[] r = new Request[3];
        for (int i = 0; i < 3 && comm.getRank() == 1; i++) {
            r[i] = comm.iRecv(new int[4], i == 1 ? 2 : 1, MPI.INT, 0, i);
        }
        meet();
        for (int i = 0; i < 3 && comm.getRank() == 0; i++) {
            comm.send(data, 2, MPI.INT, 1, i);
        }
        meet();
        return r;
    }

    private static void failInSeveral(String call) {
        returningWorld();
        Request[] r = receiveTooLittle();
        if (MPI.COMM_WORLD.getRank() == 0) {
            return;
        }
        MPIException e = assertFails(MPI.ERR_IN_STATUS, completing(call, r));
        Status[] statuses = e.getStatuses();
        assertEquals(3, statuses.length);
        for (int i = 0; i < 3; i++) {
            assertEquals(i, statuses[i].getIndex());
            assertEquals(i == 1 ? MPI.SUCCESS : MPI.ERR_TRUNCATE, statuses[i].getError());
            assertTrue(r[i].isNull());
        }
        assertEquals(2, statuses[1].getCount(MPI.INT));
        for (String part :
                new String[] {
                    "Request." + call + "(requests=3:[iRecv, iRecv, iRecv])",
                    "failed=2 of 3",
                    "request 2 of iRecv: MPI.ERR_TRUNCATE: ",
                    "sent=8 bytes room=4 bytes source=0 tag=2"
                }) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    @Test
    default void shouldEndTheJobWhenSeveralFailAndErrorsAreFatal() {
        job(2).runUnfinished(
                        () -> {
                            Request[] r = receiveTooLittle();
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                String text =
                                        InJob.fatalMessage(
                                                MPI.ERR_IN_STATUS, () -> Request.waitAll(r));
                                assertTrue(text.contains("Request.waitAll("), text);
                                assertTrue(text.contains("request 0 of iRecv: "), text);
                                assertTrue(text.contains("request 2 of iRecv: "), text);
                            }
                        });
    }

    @Test
    default void shouldFailWithItsOwnClassWhenOneOfAnyFails() {
        job(2).run(
                        () -> {
                            returningWorld();
                            Request[] r = receiveTooLittle();
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                MPIException e =
                                        assertFails(MPI.ERR_TRUNCATE, () -> Request.waitAny(r));
                                assertNull(e.getStatuses());
                                assertEquals(1, Request.waitAny(r));
                                assertFails(MPI.ERR_TRUNCATE, () -> Request.testAny(r));
                            }
                        });
    }
}
