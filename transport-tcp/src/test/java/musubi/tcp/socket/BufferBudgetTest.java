package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** How connections share the budget for the kernel's buffers. */
final class BufferBudgetTest {
    private static final int LEAST = SocketBuffers.IDLE_BYTES;
    private static final int MIB = 1 << 20;
    private static final int BUSY_US = 1000;

    /** After which an estimate has fallen to what is measured. */
    private static final int MANY = 200;

    private static final KernelLimits LIMITS = new KernelLimits(8 * MIB, 8 * MIB);

    /** A stream with measurements set by the test. */
    private static final class Path extends TcpStream {
        private double outgoing;
        private double incoming;
        private long moved;
        private long limitedUs;
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
            TcpInfo.PathTimes times =
                    new TcpInfo.PathTimes(0, 0, 0, 0, 0, BUSY_US * moved, limitedUs, true);
            return new TcpInfo((long) outgoing, (long) incoming, moved, capacity, times);
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

    private static void rebalance(BufferBudget budget, int times, Path... busy) {
        for (int i = 0; i < times; i++) {
            for (Path path : busy) {
                path.flow(path.outgoing, path.incoming);
            }
            budget.rebalance();
        }
    }

    @Test
    void shouldApproachTwiceBandwidthTimesDelay() {
        BufferBudget budget = budget(64 * MIB, LIMITS);
        Path path = new Path();
        activate(budget, path);
        path.flow(500_000, 1_000_000);
        budget.rebalance();
        assertEquals(0, path.resized, "the share is more than a process may request");
        rebalance(budget, MANY, path);
        assertBetween(1_000_000, 2_000_000, path.send);
        assertBetween(2_000_000, 4_000_000, path.receive);
        int resized = path.resized;
        path.flow(1_300_000 / 2, 1_000_000);
        budget.rebalance();
        assertEquals(resized, path.resized, "less than a factor");
        path.flow(100, 2_000_000);
        rebalance(budget, MANY, path);
        assertBetween(LEAST, 2 * LEAST, path.send);
        assertBetween(2_600_000, 8_000_000, path.receive);
    }

    private static void assertBetween(int least, int most, int value) {
        assertTrue(least <= value && value <= most, () -> value + " of " + least + " to " + most);
    }

    /** What is measured of a path with small buffers is their size. */
    @Test
    void shouldGrowBuffersThatLimitTheirConnection() {
        BufferBudget budget = budget(64 * MIB, LIMITS);
        Path path = new Path().flow(100, 100);
        activate(budget, path);
        rebalance(budget, MANY, path);
        int send = path.send;
        int receive = path.receive;
        assertBetween(LEAST, 2 * LEAST, send);
        assertBetween(LEAST, 2 * LEAST, receive);
        path.limitedUs += BUSY_US / 2;
        for (int i = 0; i < 2; i++) {
            path.flow(100, receive * 7 / 8);
            budget.rebalance();
            assertEquals(2 * send, path.send);
            assertEquals(2 * receive, path.receive);
        }
    }

    @Test
    void shouldGiveWhatOthersDoNotNeedToTheLargest() {
        BufferBudget budget = budget(8 * MIB, LIMITS);
        Path large = new Path().flow(4 * MIB, 4 * MIB);
        Path small = new Path().flow(100, 100);
        activate(budget, large);
        activate(budget, small);
        budget.rebalance();
        assertEquals(MIB, large.send);
        assertEquals(MIB, small.send);
        rebalance(budget, MANY, large, small);
        assertBetween(LEAST, 2 * LEAST, small.send);
        assertBetween(3 * MIB / 2, 2 * MIB, large.receive);
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
    void shouldGiveTheSharesOfIdleConnectionsToOthers() {
        BufferBudget budget = budget(8 * MIB, LIMITS);
        Path idle = new Path().flow(4 * MIB, 4 * MIB);
        Path busy = new Path().flow(4 * MIB, 4 * MIB);
        SocketBuffers buffers = activate(budget, idle);
        budget.add(buffers);
        budget.add(activate(budget, busy));
        rebalance(budget, 20, busy);
        assertEquals(MIB, idle.send, "an equal share");
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
        rebalance(budget, MANY, path);
        assertBetween(180_000, 200_000, path.send);
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
        assertEquals(16 * MIB / 3, path.send);
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
