package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;

/** The MPI suite over the tcp transport, ranks as threads of one JVM. */
class TcpMpiTest extends MpiSuite {
    private static final int NEIGHBOURS_BYTES = 64 << 20;

    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,tcp", "tcp.native.arrays.after", "0");
    }

    /** Messages above the eager limit cost about 85 bytes, measured with 30,000 bytes. */
    @Override
    public boolean isAllocationFreeWhenLarge() {
        return false;
    }

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "3,false", "3,true"})
    void shouldSend64MiBToAllNeighboursBeforeAnyReceives(String streams, boolean direct) {
        job(3).with("tcp.streams", streams).run(() -> shift(direct));
    }

    private static void shift(boolean direct) {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int size = comm.getSize();
        Object mine =
                direct ? ByteBuffer.allocateDirect(NEIGHBOURS_BYTES) : new byte[NEIGHBOURS_BYTES];
        Object theirs =
                direct ? ByteBuffer.allocateDirect(NEIGHBOURS_BYTES) : new byte[NEIGHBOURS_BYTES];
        for (int at = 0; at < NEIGHBOURS_BYTES; at += 1001) {
            set(mine, at, (byte) (at + me));
        }
        Request send = comm.iSend(mine, NEIGHBOURS_BYTES, MPI.BYTE, (me + 1) % size, 0);
        InJob.meet();
        int left = (me + size - 1) % size;
        comm.recv(theirs, NEIGHBOURS_BYTES, MPI.BYTE, left, 0);
        send.waitFor();
        for (int at = 0; at < NEIGHBOURS_BYTES; at += 1001) {
            assertEquals((byte) (at + left), get(theirs, at));
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void shouldSendAMebibyteBeforeItsReceiveOnALongPath(String streams) {
        job(2).with("tcp.long.path", "1")
                .with("tcp.streams", streams)
                .run(TcpMpiTest::sendBeforeReceive);
    }

    private static void sendBeforeReceive() {
        Intracomm comm = MPI.COMM_WORLD;
        byte[] data = new byte[1 << 20];
        InJob.meet();
        if (comm.getRank() == 0) {
            new Random(1).nextBytes(data);
            comm.send(data, data.length, MPI.BYTE, 1, 0);
            comm.send(data, data.length, MPI.BYTE, 1, 1);
        }
        InJob.meet();
        if (comm.getRank() == 1) {
            byte[] expected = new byte[1 << 20];
            new Random(1).nextBytes(expected);
            comm.recv(data, data.length, MPI.BYTE, 0, 1);
            assertArrayEquals(expected, data);
            comm.recv(data, data.length, MPI.BYTE, 0, 0);
            assertArrayEquals(expected, data);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2,tcp.streams,1",
        "4,tcp.streams,3",
        "3,tcp.tls,true",
        "3,tcp.mac,hmac-sha256",
        "3,context.limit,1",
        "3,eager.window,2000000",
        "3,tcp.memory,8388608"
    })
    void shouldTakeLongMessagesInAnyWayOnALongPath(int ranks, String setting, String value) {
        long seed = System.nanoTime();
        System.out.println("long traffic: " + setting + "=" + value + " seed=" + seed);
        job(ranks)
                .with("tcp.long.path", "1")
                .with("secret", "right")
                .with(setting, value)
                .run(() -> new LongTraffic(seed).run());
    }

    private static void set(Object memory, int at, byte value) {
        if (memory instanceof ByteBuffer buffer) {
            buffer.put(at, value);
        } else {
            ((byte[]) memory)[at] = value;
        }
    }

    private static byte get(Object memory, int at) {
        return memory instanceof ByteBuffer buffer ? buffer.get(at) : ((byte[]) memory)[at];
    }
}
