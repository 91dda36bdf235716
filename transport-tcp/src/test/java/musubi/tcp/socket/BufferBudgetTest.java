package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.tcp.TcpJob;
import musubi.tcp.TcpTlsTransportContractTest;
import musubi.tcp.TcpTransport;
import musubi.tcp.config.TcpSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** How connections share the memory of the kernel's buffers. */
final class BufferBudgetTest {
    private static final int LEAST = SocketBuffers.MIN_BYTES;
    private static final int MIB = 1 << 20;
    private static final KernelLimits LIMITS = new KernelLimits(8 * MIB, 8 * MIB);

    /** A stream whose path has the figures that the test says. */
    private static final class Path extends TcpStream {
        private double outgoing;
        private double incoming;
        private long moved;
        private long held = 65 * MIB;
        private int send = -7;
        private int receive = -7;
        private int resized;

        private Path flow(double out, double in) {
            outgoing = out;
            incoming = in;
            moved++;
            return this;
        }

        @Override
        public boolean readTcpInfo(TcpInfo into) {
            into.set(outgoing, incoming, moved, held);
            return true;
        }

        @Override
        public void resizeBuffers(int sendBytes, int receiveBytes) {
            send = sendBytes == SocketBuffers.UNCHANGED ? send : sendBytes;
            receive = receiveBytes == SocketBuffers.UNCHANGED ? receive : receiveBytes;
            resized++;
        }

        @Override
        public boolean finishConnecting() {
            return true;
        }

        @Override
        public int receive(MemorySegment memory, long offset, int bytes) {
            return 0;
        }

        @Override
        public long send(MemorySegment memory, long offset, int bytes) {
            return 0;
        }

        @Override
        public long send(
                MemorySegment first,
                long firstOffset,
                int firstBytes,
                MemorySegment second,
                long offset,
                int bytes) {
            return 0;
        }

        @Override
        public void requestWritable() {}

        @Override
        public void shutdownOutput() {}

        @Override
        public void close() {}
    }

    private static SocketBuffers use(BufferBudget budget, TcpStream stream) {
        SocketBuffers buffers = new SocketBuffers(stream);
        budget.activate(buffers);
        return buffers;
    }

    @Test
    void shouldGiveTwiceBandwidthTimesDelay() {
        BufferBudget budget = new BufferBudget(64 * MIB, LIMITS);
        Path path = new Path();
        use(budget, path);
        path.flow(500_000, 1_000_000);
        budget.share();
        assertEquals(1_000_000, path.send);
        assertEquals(2_000_000, path.receive);
        path.flow(1_900_000 / 2, 1_000_000);
        budget.share();
        assertEquals(1, path.resized, "less than a factor of two");
        path.flow(100, 2_000_000);
        budget.share();
        assertEquals(LEAST, path.send);
        assertEquals(4_000_000, path.receive);
    }

    @Test
    void shouldShareWhenConnectionsComeAndGo() {
        BufferBudget budget = new BufferBudget(8 * MIB, LIMITS);
        Path first = new Path().flow(4 * MIB, 4 * MIB);
        use(budget, first);
        budget.share();
        assertEquals(2 * MIB, first.send);
        Path second = new Path().flow(4 * MIB, 4 * MIB);
        SocketBuffers leaver = use(budget, second);
        first.flow(4 * MIB, 4 * MIB);
        budget.share();
        assertEquals(MIB, first.send);
        assertEquals(MIB, second.receive);
        budget.remove(leaver);
        first.flow(4 * MIB, 4 * MIB);
        budget.share();
        assertEquals(2 * MIB, first.send);
    }

    @Test
    void shouldTakeBackWhatIdleConnectionsHave() {
        BufferBudget budget = new BufferBudget(8 * MIB, LIMITS);
        Path idle = new Path().flow(4 * MIB, 4 * MIB);
        Path busy = new Path().flow(4 * MIB, 4 * MIB);
        SocketBuffers buffers = use(budget, idle);
        use(budget, busy);
        for (int i = 0; i < 20; i++) {
            busy.flow(4 * MIB, 4 * MIB);
            budget.share();
        }
        assertEquals(LEAST, idle.send);
        assertEquals(2 * MIB, busy.send);
        idle.flow(4 * MIB, 4 * MIB);
        budget.activate(buffers);
        budget.share();
        assertEquals(MIB, idle.send);
    }

    @Test
    void shouldLeaveToTheKernelWhatItDoesNotGiveOnDemand() {
        BufferBudget budget = new BufferBudget(64 * MIB, new KernelLimits(200_000, 8 * MIB));
        Path path = new Path().flow(90_000, 90_000);
        use(budget, path);
        budget.share();
        assertEquals(180_000, path.send);
        path.flow(MIB, MIB);
        budget.share();
        assertEquals(SocketBuffers.AUTOTUNED, path.send);
        assertEquals(2 * MIB, path.receive);
    }

    @Test
    void shouldLeaveAllToTheKernelWhileItFitsIn() {
        BufferBudget budget = new BufferBudget(64 * MIB, LIMITS);
        Path path = new Path().flow(MIB, MIB);
        path.held = 30 * MIB;
        use(budget, path);
        budget.share();
        assertEquals(0, path.resized);
        Path[] more = {new Path().flow(MIB, MIB), new Path().flow(MIB, MIB)};
        SocketBuffers[] leavers = {use(budget, more[0]), use(budget, more[1])};
        budget.share();
        assertEquals(2 * MIB, path.send);
        path.flow(MIB, MIB);
        path.held = 8 * MIB;
        budget.remove(leavers[0]);
        budget.remove(leavers[1]);
        budget.share();
        assertEquals(SocketBuffers.AUTOTUNED, path.send);
    }

    @Test
    void shouldLeaveAllToTheKernelWithoutABudget() {
        BufferBudget budget = new BufferBudget(0, LIMITS);
        Path path = new Path().flow(MIB, MIB);
        use(budget, path);
        budget.share();
        assertEquals(0, path.resized);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMeasureAConnectionInUse(boolean tls) throws IOException {
        Map<String, String> settings =
                new HashMap<>(tls ? TcpTlsTransportContractTest.TLS : Map.of());
        settings.put(TcpSettings.BUFFER_BUDGET.name(), Integer.toString(4 * LEAST));
        try (TcpJob job = new TcpJob(2)) {
            job.join(settings);
            job.join(settings);
            Endpoint there = job.connect(0, 1);
            byte[] content = new byte[60_000];
            job.send(there, 0, content);
            SocketBuffers buffers =
                    ((TcpTransport) job.transports.get(0)).connections().connectionTo(1).buffers();
            for (int i = 0; buffers.sendBytes() == SocketBuffers.AUTOTUNED; i++) {
                assertTrue(i < 100_000, "never measured");
                job.send(there, 0, content);
                IntStream.range(0, 64).forEach(_ -> job.poll());
            }
            int given = buffers.sendBytes();
            assertTrue(given >= LEAST && given <= 2 * LEAST, "send=" + given);
        }
    }
}
