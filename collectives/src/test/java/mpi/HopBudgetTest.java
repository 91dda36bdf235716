package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Number of files on the path of a small message through shared memory between the call and the
 * store of its bytes: into the ring for sends, into the receiver's buffer for receives. The memory
 * of the buffer belongs to another thread, so the copy fails with a stack trace of the path.
 *
 * <p>A failure means that readers have to follow one more file, or one fewer: then lower the
 * number.
 */
class HopBudgetTest {
    private static final int BYTES = 8;

    private static void twoRanks(IsolatedJob.Program program) {
        IsolatedJob.of(2, Map.of("transport", "self,shm")).runUnfinished(program);
    }

    @Test
    void shouldSendThroughFiveFiles() {
        twoRanks(
                () -> {
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        ByteBuffer foreign = bufferOfAnotherThread();
                        assertFiles(
                                List.of(
                                        "Comm.java",
                                        "SendPath.java",
                                        "SendProtocol.java",
                                        "ShmEndpoint.java",
                                        "Region.java"),
                                () -> MPI.COMM_WORLD.send(foreign, BYTES, MPI.BYTE, 1, 0));
                    }
                });
    }

    @Test
    void shouldReceiveThroughSevenFiles() {
        twoRanks(
                () -> {
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        MPI.COMM_WORLD.send(new byte[BYTES], BYTES, MPI.BYTE, 1, 0);
                    } else {
                        ByteBuffer foreign = bufferOfAnotherThread();
                        assertFiles(
                                List.of(
                                        "Comm.java",
                                        "PointToPoint.java",
                                        "ProgressEngine.java",
                                        "ShmTransport.java",
                                        "InboundDispatcher.java",
                                        "RecvProtocol.java",
                                        "Region.java"),
                                () -> MPI.COMM_WORLD.recv(foreign, BYTES, MPI.BYTE, 0, 0));
                    }
                });
    }

    @Test
    void shouldBroadcastThroughSevenFiles() {
        twoRanks(
                () -> {
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        ByteBuffer foreign = bufferOfAnotherThread();
                        assertFiles(
                                List.of(
                                        "Comm.java",
                                        "SelectedCollectives.java",
                                        "NodeExecution.java",
                                        "NodeAlgorithms.java",
                                        "NodeBroadcast.java",
                                        "InlineTransfer.java",
                                        "Region.java"),
                                () -> MPI.COMM_WORLD.bcast(foreign, BYTES, MPI.BYTE, 0));
                    }
                });
    }

    private static ByteBuffer bufferOfAnotherThread() {
        return CompletableFuture.supplyAsync(
                        () -> Arena.ofConfined().allocate(BYTES).asByteBuffer(),
                        Thread::startVirtualThread)
                .join();
    }

    private static void assertFiles(List<String> expected, Runnable call) {
        RuntimeException failure = assertThrows(RuntimeException.class, call::run);
        List<String> crossed = new ArrayList<>();
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().startsWith(HopBudgetTest.class.getName())) {
                break;
            }
            String file = frame.getFileName();
            if (frame.getClassName().matches("(mpi|musubi)\\..*") && !crossed.contains(file)) {
                crossed.addFirst(file);
            }
        }
        String what = crossed.size() + " files crossed instead of " + expected.size();
        assertEquals(expected, crossed, what);
    }
}
