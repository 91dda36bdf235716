package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** How connections share the budget for the kernel's buffers. */
final class BufferBudgetTest {
    private static final int LEAST = SocketBuffers.IDLE_BYTES;
    private static final int MIB = 1 << 20;
    private static final KernelLimits LIMITS = new KernelLimits(8 * MIB, 8 * MIB);

    /** A stream with measurements set by the test. */
    private static final class Path extends TcpStream {
        private double outgoing;
        private double incoming;
        private long moved;
        private long capacity = 65 * MIB;
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
        public TcpInfo tcpInfo() {
            return new TcpInfo(
                    (long) outgoing, (long) incoming, moved, capacity, TcpInfo.PathTimes.NONE);
        }

        @Override
        public void resizeBuffers(int sendBytes, int receiveBytes) {
            send = sendBytes == SocketBuffers.UNCHANGED ? send : sendBytes;
            receive = receiveBytes == SocketBuffers.UNCHANGED ? receive : receiveBytes;
            resized++;
        }

        @Override
        protected boolean finishConnecting() {
            return true;
        }

        @Override
        protected int receive(MemorySegment memory, long offset, int bytes) {
            return 0;
        }

        @Override
        protected long send(MemorySegment memory, long offset, int bytes) {
            return 0;
        }

        @Override
        protected long send(
                MemorySegment first,
                long firstOffset,
                int firstBytes,
                MemorySegment second,
                long offset,
                int bytes) {
            return 0;
        }

        @Override
        protected void requestWritable() {}

        @Override
        protected void shutdownOutput() {}

        @Override
        public void close() {}
    }

    /** A budget that has this many bytes for the buffers of a few connections. */
    private static BufferBudget budget(long bytes, KernelLimits limits) {
        return new BufferBudget(2 * (bytes + BufferBudget.FEW * BufferBudget.EXCESS_BYTES), limits);
    }

    private static SocketBuffers activate(BufferBudget budget, TcpStream stream) {
        SocketBuffers buffers = new SocketBuffers(stream);
        budget.activate(buffers);
        return buffers;
    }

    @Test
    void shouldSetTwiceBandwidthTimesDelay() {
        BufferBudget budget = budget(64 * MIB, LIMITS);
        Path path = new Path();
        activate(budget, path);
        path.flow(500_000, 1_000_000);
        budget.rebalance();
        assertEquals(1_000_000, path.send);
        assertEquals(2_000_000, path.receive);
        path.flow(1_900_000 / 2, 1_000_000);
        budget.rebalance();
        assertEquals(1, path.resized, "less than a factor of two");
        path.flow(100, 2_000_000);
        budget.rebalance();
        assertEquals(LEAST, path.send);
        assertEquals(4_000_000, path.receive);
    }

    @Test
    void shouldRebalanceWhenConnectionsStartAndEnd() {
        BufferBudget budget = budget(8 * MIB, LIMITS);
        Path first = new Path().flow(4 * MIB, 4 * MIB);
        activate(budget, first);
        budget.rebalance();
        assertEquals(2 * MIB, first.send);
        Path second = new Path().flow(4 * MIB, 4 * MIB);
        SocketBuffers closed = activate(budget, second);
        first.flow(4 * MIB, 4 * MIB);
        budget.rebalance();
        assertEquals(MIB, first.send);
        assertEquals(MIB, second.receive);
        budget.remove(closed);
        first.flow(4 * MIB, 4 * MIB);
        budget.rebalance();
        assertEquals(2 * MIB, first.send);
    }

    @Test
    void shouldShrinkBuffersOfIdleConnections() {
        BufferBudget budget = budget(8 * MIB, LIMITS);
        Path idle = new Path().flow(4 * MIB, 4 * MIB);
        Path busy = new Path().flow(4 * MIB, 4 * MIB);
        SocketBuffers buffers = activate(budget, idle);
        activate(budget, busy);
        for (int i = 0; i < 20; i++) {
            busy.flow(4 * MIB, 4 * MIB);
            budget.rebalance();
        }
        assertEquals(LEAST, idle.send);
        assertEquals(2 * MIB, busy.send);
        idle.flow(4 * MIB, 4 * MIB);
        budget.activate(buffers);
        budget.rebalance();
        assertEquals(MIB, idle.send);
    }

    @Test
    void shouldAutotuneWhenASizeExceedsTheKernelLimit() {
        BufferBudget budget = budget(64 * MIB, new KernelLimits(200_000, 8 * MIB));
        Path path = new Path().flow(90_000, 90_000);
        activate(budget, path);
        budget.rebalance();
        assertEquals(180_000, path.send);
        path.flow(MIB, MIB);
        budget.rebalance();
        assertEquals(SocketBuffers.AUTOTUNED, path.send);
        assertEquals(2 * MIB, path.receive);
    }

    @Test
    void shouldAutotuneWhileTheBudgetSuffices() {
        BufferBudget budget = budget(64 * MIB, LIMITS);
        Path path = new Path().flow(MIB, MIB);
        path.capacity = 30 * MIB;
        activate(budget, path);
        budget.rebalance();
        assertEquals(0, path.resized);
        Path[] more = {new Path().flow(MIB, MIB), new Path().flow(MIB, MIB)};
        SocketBuffers[] closed = {activate(budget, more[0]), activate(budget, more[1])};
        budget.rebalance();
        assertEquals(2 * MIB, path.send);
        path.flow(MIB, MIB);
        path.capacity = 8 * MIB;
        budget.remove(closed[0]);
        budget.remove(closed[1]);
        budget.rebalance();
        assertEquals(SocketBuffers.AUTOTUNED, path.send);
    }

    @Test
    void shouldAutotuneWithoutABudget() {
        BufferBudget budget = new BufferBudget(0, LIMITS);
        Path path = new Path().flow(MIB, MIB);
        activate(budget, path);
        budget.rebalance();
        assertEquals(0, path.resized);
    }
}
