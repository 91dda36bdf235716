package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nicam.Copy;
import nicam.Nicam;

import org.junit.jupiter.api.Test;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is particular where an adapter reaches the target; some updates are messages there. */
interface RdmaWindowTests extends InJob {
    @Test
    default void shouldKeepTheOrderOfUpdatesWhenSomeAreMessages() {
        long seed = Long.getLong("windows.seed", System.nanoTime());
        System.out.println("windows.seed=" + seed);
        job(2).run(() -> updateInOrder(new Random(seed)));
    }

    private static void updateInOrder(Random random) {
        Win win = WindowTests.longs(2);
        if (MPI.COMM_WORLD.getRank() == 0) {
            win.lockAll(0);
            long model = 0;
            for (int round = 0; round < 40; round++) {
                List<LongBuffer> found = new ArrayList<>();
                List<Long> expected = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    LongBuffer before = MPI.newLongBuffer(1);
                    found.add(before);
                    expected.add(model);
                    model = update(win, random, before, model);
                }
                win.flush(1);
                for (int i = 0; i < found.size(); i++) {
                    assertEquals(expected.get(i), found.get(i).get(0), "update=" + i);
                }
            }
            win.unlockAll();
        }
        meet();
        win.free();
    }

    /** An adapter has the first three, and not the others. Returns the value after the update. */
    private static long update(Win win, Random random, LongBuffer before, long model) {
        long value = random.nextInt(9);
        LongBuffer operand = MPI.newLongBuffer(1).put(0, value);
        switch (random.nextInt(5)) {
            case 0 -> {
                win.fetchAndOp(operand, before, MPI.LONG, 1, 0, MPI.SUM);
                return model + value;
            }
            case 1 -> {
                win.fetchAndOp(operand, before, MPI.LONG, 1, 0, MPI.NO_OP);
                return model;
            }
            case 2 -> {
                LongBuffer compared = MPI.newLongBuffer(1).put(0, value > 4 ? model : model + 1);
                win.compareAndSwap(operand, compared, before, MPI.LONG, 1, 0);
                return value > 4 ? value : model;
            }
            case 3 -> {
                win.fetchAndOp(operand, before, MPI.LONG, 1, 0, MPI.REPLACE);
                return value;
            }
            default -> {
                win.fetchAndOp(operand, before, MPI.LONG, 1, 0, MPI.MAX);
                return Math.max(model, value);
            }
        }
    }

    @Test
    default void shouldCompleteAllWhenMoreAccessesAreMadeThanAreInFlight() {
        job(3).run(() -> accessManyTimes(400));
    }

    private static void accessManyTimes(int times) {
        int me = MPI.COMM_WORLD.getRank();
        int next = (me + 1) % 3;
        Win win = WindowTests.longs(times);
        LongBuffer sent = MPI.newLongBuffer(times);
        LongBuffer got = MPI.newLongBuffer(times);
        win.fence(0);
        for (int i = 0; i < times; i++) {
            sent.put(i, 1000L * me + i);
            win.put(sent.slice(i, 1), 1, MPI.LONG, next, i, 1, MPI.LONG);
        }
        win.fence(0);
        for (int i = 0; i < times; i++) {
            win.get(got.slice(i, 1), 1, MPI.LONG, next, times / 2, 1, MPI.LONG);
        }
        win.fence(0);
        for (int i = 0; i < times; i++) {
            assertEquals(1000L * me + times / 2, got.get(i));
        }
        win.fence(MPI.MODE_NOSUCCEED);
        win.free();
    }

    @Test
    default void shouldFailWhenTheTargetIsLostWithAccessesInFlight() {
        job(2).runUnfinished(RdmaWindowTests::loseTheTarget);
    }

    private static void loseTheTarget() {
        Win win = WindowTests.longs(400);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer data = MPI.newLongBuffer(400);
        LongBuffer before = MPI.newLongBuffer(1);
        meet();
        if (MPI.COMM_WORLD.getRank() == 0) {
            win.lockAll(0);
            for (int i = 0; i < 400; i++) {
                win.put(data, 1, MPI.LONG, 1, i, 1, MPI.LONG);
                win.fetchAndOp(data, before, MPI.LONG, 1, i, MPI.SUM);
            }
            Request request = win.rGet(data, 400, MPI.LONG, 1, 0, 400, MPI.LONG);
            MPI.rank.pt2pt().inbound().onPeerLost(1, "rank=1: gone for a test");
            MPIException lost = assertFails(MPI.ERR_PROC_ABORTED, () -> win.flush(1));
            assertTrue(lost.getMessage().contains("gone for a test"), lost.getMessage());
            assertFails(MPI.ERR_PROC_ABORTED, request::waitFor);
            assertFails(MPI.ERR_PROC_ABORTED, () -> win.put(data, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
        }
    }

    @Test
    default void shouldCopyBetweenNodesOfNicamWhenTheOtherCallsNothing() {
        job(2).run(RdmaWindowTests::copyWithoutTheOther);
    }

    private static void copyWithoutTheOther() {
        int last = 200_000;
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            ByteBuffer memory = MPI.newByteBuffer(last + 8).order(ByteOrder.nativeOrder());
            int region = nicam.lockMemory(memory);
            if (nicam.node() == 1) {
                memory.putLong(0, 11);
                meet();
                while (memory.getLong(last) != 3) {
                    VarHandle.fullFence();
                    Thread.onSpinWait();
                }
                meet();
                assertEquals(11, memory.getLong(last - 8));
            } else {
                meet();
                nicam.copyNotify(new Copy(1, region, 0, 0, region, 8, 100_000), 1, 1);
                nicam.await(1, 1);
                assertEquals(11, memory.getLong(8));
                memory.putLong(last - 8, 11).putLong(last, 3);
                nicam.copy(new Copy(0, region, 100_008, 1, region, 100_008, last - 100_000));
                meet();
            }
            nicam.sync(2, 1);
            nicam.await(2, 1);
        }
    }

    @Test
    default void shouldNotifyBehindTheDataWhenMoreCopiesAreMadeThanAreInFlight() {
        job(2).run(() -> notifyBehindData(60, 64 << 10));
    }

    private static void notifyBehindData(int copies, int bytes) {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            ByteBuffer memory = MPI.newByteBuffer(copies * bytes);
            int region = nicam.lockMemory(memory);
            for (int i = 0; i < copies; i++) {
                int last = (i + 1) * bytes - 1;
                if (me == 0) {
                    memory.put(last, (byte) (i + 1));
                    nicam.copyNotify(
                            new Copy(0, region, i * bytes, 1, region, i * bytes, bytes), 1, i + 1);
                } else {
                    nicam.await(1, i + 1);
                    assertEquals((byte) (i + 1), memory.get(last));
                }
            }
            nicam.sync(2, 1);
            nicam.await(2, 1);
        }
    }
}
