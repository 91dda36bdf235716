package mpi;

import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Accesses to windows, in all epochs. MPI-4.1 chapter 12. */
interface WindowTests extends InJob {
    /** A window of allocated memory with a displacement unit of 8 bytes. */
    static Win longs(int count) {
        return Win.allocate(8L * count, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
    }

    static LongBuffer memory(Win win) {
        return ((ByteBuffer) win.getBase()).asLongBuffer();
    }

    private static LongBuffer one(long value) {
        return MPI.newLongBuffer(1).put(0, value);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldPutAndGetWhenFenced(int ranks) {
        job(ranks).run(() -> putAndGetAll(ranks));
    }

    private static void putAndGetAll(int ranks) {
        int me = MPI.COMM_WORLD.getRank();
        Win win = longs(ranks);
        LongBuffer mine = memory(win);
        LongBuffer sent = MPI.newLongBuffer(ranks);
        for (int round = 1; round <= 3; round++) {
            win.fence(0);
            for (int r = 0; r < ranks; r++) {
                sent.put(r, 1000L * round + 10 * me + r);
                win.put(sent.slice(r, 1), 1, MPI.LONG, r, me, 1, MPI.LONG);
            }
            win.fence(0);
            LongBuffer got = MPI.newLongBuffer(ranks * ranks);
            for (int r = 0; r < ranks; r++) {
                assertEquals(1000L * round + 10 * r + me, mine.get(r));
                win.get(got.slice(r * ranks, ranks), ranks, MPI.LONG, r, 0, ranks, MPI.LONG);
            }
            win.fence(0);
            for (int r = 0; r < ranks; r++) {
                for (int s = 0; s < ranks; s++) {
                    assertEquals(1000L * round + 10 * s + r, got.get(r * ranks + s));
                }
            }
        }
        win.fence(MPI.MODE_NOSUCCEED);
        win.free();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    default void shouldTransferLargeDataWhenPutAndGot(int ranks) {
        job(ranks).run(() -> transferLarge(3_000_001));
    }

    private static void transferLarge(int bytes) {
        int me = MPI.COMM_WORLD.getRank();
        int next = (me + 1) % MPI.COMM_WORLD.getSize();
        Win win = Win.allocate(bytes, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        ByteBuffer data = ByteBuffer.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            data.put(i, (byte) (i * 31 + me));
        }
        win.fence(0);
        win.put(data, bytes, MPI.BYTE, next, 0, bytes, MPI.BYTE);
        win.fence(0);
        ByteBuffer back = ByteBuffer.allocateDirect(bytes);
        win.get(back, bytes, MPI.BYTE, next, 0, bytes, MPI.BYTE);
        win.fence(0);
        assertEquals(data, back);
        win.free();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    default void shouldLoseNothingWhenAllCountOnOneCounter(int ranks) {
        job(ranks).run(() -> countOnOne(ranks, 300));
    }

    private static void countOnOne(int ranks, int each) {
        int me = MPI.COMM_WORLD.getRank();
        Win win = longs(2);
        win.lockAll(0);
        long last = -1;
        LongBuffer step = one(1);
        LongBuffer found = one(0);
        long sum = 0;
        for (int i = 0; i < each; i++) {
            win.fetchAndOp(step, found, MPI.LONG, 0, 0, MPI.SUM);
            win.flush(0);
            assertTrue(found.get(0) > last, "a counter only grows");
            last = found.get(0);
            sum += last;
        }
        win.accumulate(one(sum), 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.SUM);
        win.unlockAll();
        meet();
        if (me == 0) {
            long total = (long) ranks * each;
            assertEquals(total, memory(win).get(0));
            assertEquals(total * (total - 1) / 2, memory(win).get(1));
        }
        win.free();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    default void shouldLoseNothingWhenCompareAndSwapCounts(int ranks) {
        job(ranks).run(() -> countBySwaps(ranks, 60));
    }

    private static void countBySwaps(int ranks, int each) {
        Win win = Win.allocate(8, 4, MPI.INFO_NULL, MPI.COMM_WORLD);
        IntBuffer expected = MPI.newIntBuffer(1);
        IntBuffer desired = MPI.newIntBuffer(1);
        IntBuffer found = MPI.newIntBuffer(1);
        win.lockAll(MPI.MODE_NOCHECK);
        for (int i = 0; i < each; i++) {
            int guess = 0;
            do {
                expected.put(0, guess);
                desired.put(0, guess + 1);
                win.compareAndSwap(desired, expected, found, MPI.INT, 0, 1);
                win.flush(0);
                guess = found.get(0);
            } while (guess != expected.get(0));
        }
        win.unlockAll();
        meet();
        if (MPI.COMM_WORLD.getRank() == 0) {
            assertEquals(ranks * each, ((ByteBuffer) win.getBase()).getInt(4));
        }
        win.free();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    default void shouldExcludeOthersWhenLockedExclusively(int ranks) {
        job(ranks).run(() -> incrementUnderLock(ranks, 40));
    }

    /** Not atomic without the lock: a get, then a put of the sum. */
    private static void incrementUnderLock(int ranks, int each) {
        int target = ranks - 1;
        Win win = longs(4);
        LongBuffer value = MPI.newLongBuffer(4);
        for (int i = 0; i < each; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            win.get(value, 4, MPI.LONG, target, 0, 4, MPI.LONG);
            win.flush(target);
            for (int k = 0; k < 4; k++) {
                value.put(k, value.get(k) + k + 1);
            }
            win.put(value, 4, MPI.LONG, target, 0, 4, MPI.LONG);
            win.unlock(target);
            if (i % 8 == 0) {
                win.lock(MPI.LOCK_SHARED, target, 0);
                win.get(value, 4, MPI.LONG, target, 0, 4, MPI.LONG);
                win.unlock(target);
                assertEquals(4 * value.get(0), value.get(3), "a state between two writes");
            }
        }
        meet();
        if (MPI.COMM_WORLD.getRank() == target) {
            for (int k = 0; k < 4; k++) {
                assertEquals((long) ranks * each * (k + 1), memory(win).get(k));
            }
        }
        win.free();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    default void shouldSeeAccessesWhenPostedAndCompleted(int ranks) {
        job(ranks).run(() -> passAround(ranks, 20));
    }

    private static void passAround(int ranks, int rounds) {
        int me = MPI.COMM_WORLD.getRank();
        int next = (me + 1) % ranks;
        int before = (me + ranks - 1) % ranks;
        Win win = longs(1);
        Group all = win.getGroup();
        Group origins = all.incl(new int[] {before});
        Group targets = all.incl(new int[] {next});
        for (int round = 0; round < rounds; round++) {
            win.post(origins, round % 2 == 0 ? 0 : MPI.MODE_NOSTORE);
            win.start(targets, 0);
            win.put(one(100L * round + me), 1, MPI.LONG, next, 0, 1, MPI.LONG);
            win.complete();
            if (round % 3 == 0) {
                while (!win.test()) {
                    Thread.onSpinWait();
                }
            } else {
                win.waitFor();
            }
            assertEquals(100L * round + before, memory(win).get(0));
        }
        for (Group group : new Group[] {all, origins, targets}) {
            group.free();
        }
        win.free();
    }

    @Test
    default void shouldMoveItemsWhenTypesAreDerivedAtBothSides() {
        job(2).run(WindowTests::transpose);
    }

    /** Rows of the origin become columns of the target, then every other column comes back. */
    private static void transpose() {
        int n = 37;
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocate(8L * n * n, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        Datatype column = Datatype.createVector(n, 1, n, MPI.DOUBLE);
        Datatype some = Datatype.createVector((n + 1) / 2, 1, 2, MPI.DOUBLE);
        column.commit();
        some.commit();
        DoubleBuffer rows = MPI.newDoubleBuffer(n * n);
        for (int i = 0; i < n * n; i++) {
            rows.put(i, 1000 * me + i);
        }
        win.fence(0);
        for (int i = 0; i < n; i++) {
            win.put(rows.slice(i * n, n), n, MPI.DOUBLE, 1 - me, i, 1, column);
        }
        win.fence(0);
        DoubleBuffer mine = ((ByteBuffer) win.getBase()).asDoubleBuffer();
        for (int i = 0; i < n * n; i++) {
            assertEquals(1000 * (1 - me) + i % n * n + i / n, mine.get(i));
        }
        DoubleBuffer half = DoubleBuffer.allocate(n);
        win.get(half, 1, some, 1 - me, 0, 1, some);
        win.fence(0);
        for (int i = 0; i < n; i++) {
            assertEquals(i % 2 == 0 ? 1000 * me + i * n : 0, half.get(i));
        }
        column.free();
        some.free();
        win.free();
    }

    @Test
    default void shouldUpdateItemsWhenAccumulated() {
        job(3).run(WindowTests::accumulateAll);
    }

    private static void accumulateAll() {
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocate(4096, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        ByteBuffer base = (ByteBuffer) win.getBase();
        Datatype[] types = {MPI.BYTE, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE};
        win.fence(0);
        for (int t = 0; t < types.length; t++) {
            win.accumulate(items(types[t], me + 1), 5, types[t], 0, 512 * t, 5, types[t], MPI.SUM);
        }
        win.accumulate(items(MPI.INT, me), 5, MPI.INT, 0, 3072, 5, MPI.INT, MPI.MAX);
        win.accumulate(items(MPI.LONG, 1 << me), 5, MPI.LONG, 0, 3328, 5, MPI.LONG, MPI.BOR);
        win.accumulate(items(MPI.DOUBLE, me + 2), 3, MPI.DOUBLE, 0, 3600, 3, MPI.DOUBLE, MPI.MAX);
        win.fence(0);
        if (me == 0) {
            for (int t = 0; t < types.length; t++) {
                assertEquals(items(types[t], 6), base.slice(512 * t, 512), types[t] + "");
            }
            assertEquals(2, base.getInt(3072));
            assertEquals(7, base.getLong(3328));
            assertEquals(4.0, base.getDouble(3600));
        }
        win.free();
    }

    /** Five items of a value, in 512 bytes. */
    private static ByteBuffer items(Datatype type, int value) {
        ByteBuffer items = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 5; i++) {
            if (type == MPI.BYTE) {
                items.put(i, (byte) value);
            } else if (type == MPI.SHORT) {
                items.putShort(2 * i, (short) value);
            } else if (type == MPI.INT) {
                items.putInt(4 * i, value);
            } else if (type == MPI.LONG) {
                items.putLong(8 * i, value);
            } else if (type == MPI.FLOAT) {
                items.putFloat(4 * i, value);
            } else {
                items.putDouble(8 * i, value);
            }
        }
        return items;
    }

    @Test
    default void shouldReturnItemsBeforeWhenGotAndAccumulated() {
        job(2).run(WindowTests::getAndAccumulate);
    }

    private static void getAndAccumulate() {
        int me = MPI.COMM_WORLD.getRank();
        int count = 1000;
        Win win = Win.allocate(4L * count, 4, MPI.INFO_NULL, MPI.COMM_WORLD);
        IntBuffer operands = MPI.newIntBuffer(count);
        IntBuffer before = MPI.newIntBuffer(count);
        for (int i = 0; i < count; i++) {
            operands.put(i, i + 1);
        }
        win.lock(MPI.LOCK_SHARED, 1, 0);
        for (int round = 0; round < 4; round++) {
            win.getAccumulate(
                    operands, count, MPI.INT, before, count, MPI.INT, 1, 0, count, MPI.INT,
                    MPI.SUM);
            win.flushLocal(1);
            for (int i = 0; i < count; i++) {
                int times = before.get(i) / (i + 1);
                assertEquals(times * (i + 1), before.get(i));
                assertTrue(times >= round && times <= 4 + round, "times=" + times);
            }
        }
        win.unlock(1);
        meet();
        win.lock(MPI.LOCK_SHARED, 1, 0);
        Request last =
                win.rGetAccumulate(
                        null, 0, MPI.INT, before, count, MPI.INT, 1, 0, count, MPI.INT, MPI.NO_OP);
        last.waitFor();
        win.unlock(1);
        assertEquals(8, before.get(0));
        assertEquals(8 * count, before.get(count - 1));
        assertEquals(me, win.getGroup().getRank());
        win.free();
    }

    @Test
    default void shouldCompleteWhenRequestsAreWaitedFor() {
        job(2).run(WindowTests::waitForRequests);
    }

    private static void waitForRequests() {
        int me = MPI.COMM_WORLD.getRank();
        int count = 20_000;
        Win win = longs(count);
        LongBuffer out = MPI.newLongBuffer(count);
        for (int i = 0; i < count; i++) {
            out.put(i, 7L * i + me);
        }
        win.lockAll(0);
        Request put = win.rPut(out, count, MPI.LONG, 1 - me, 0, count, MPI.LONG);
        put.waitFor();
        win.flush(1 - me);
        Request add = win.rAccumulate(out, count, MPI.LONG, 1 - me, 0, count, MPI.LONG, MPI.SUM);
        add.waitFor();
        win.flushAll();
        LongBuffer in = MPI.newLongBuffer(count);
        Request get = win.rGet(in, count, MPI.LONG, 1 - me, 0, count, MPI.LONG);
        assertNotNull(get.waitStatus());
        win.unlockAll();
        assertEquals(
                2 * LongStream.range(0, count).map(i -> 7 * i + me).sum(),
                IntStream.range(0, count).mapToLong(in::get).sum());
        win.free();
    }

    @Test
    default void shouldReachAttachedMemoryWhenTheWindowIsDynamic() {
        job(3).run(WindowTests::attachAndAccess);
    }

    private static void attachAndAccess() {
        int me = MPI.COMM_WORLD.getRank();
        int next = (me + 1) % 3;
        Win win = new Win(MPI.INFO_NULL, InJob.returningWorld());
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer mine = MPI.newLongBuffer(10);
        win.attach(mine, 10);
        long[] address = {Win.address(mine)};
        long[] theirs = new long[1];
        MPI.COMM_WORLD.sendRecv(
                address, 1, MPI.LONG, (me + 2) % 3, 0, theirs, 1, MPI.LONG, next, 0);
        win.lock(MPI.LOCK_SHARED, next, 0);
        win.put(one(50 + me), 1, MPI.LONG, next, theirs[0] + 16, 1, MPI.LONG);
        LongBuffer found = one(0);
        win.flush(next);
        win.fetchAndOp(one(3), found, MPI.LONG, next, theirs[0] + 16, MPI.SUM);
        win.flush(next);
        assertEquals(50 + me, found.get(0));
        win.put(one(9), 1, MPI.LONG, next, theirs[0] + 76, 1, MPI.LONG);
        InJob.assertFails(MPI.ERR_DISP, () -> win.flush(next));
        win.unlock(next);
        meet();
        assertEquals(53 + (me + 2) % 3, mine.get(2));
        win.detach(mine);
        InJob.assertFails(MPI.ERR_BASE, () -> win.detach(mine));
        meet();
        win.lock(MPI.LOCK_SHARED, next, 0);
        win.get(found, 1, MPI.LONG, next, theirs[0], 1, MPI.LONG);
        InJob.assertFails(
                MPI.ERR_DISP,
                () -> win.rGet(found, 1, MPI.LONG, next, theirs[0], 1, MPI.LONG).waitFor());
        InJob.assertFails(MPI.ERR_DISP, () -> win.unlock(next));
        win.free();
    }

    @Test
    default void shouldUseMemoryOfTheProgramWhenCreated() {
        job(2).run(WindowTests::useOwnMemory);
    }

    private static void useOwnMemory() {
        int me = MPI.COMM_WORLD.getRank();
        for (int count : new int[] {0, 3, 20_000}) {
            IntBuffer mine = MPI.newIntBuffer(count);
            Win win =
                    new Win(
                            me == 0 && count == 3 ? null : mine,
                            me == 0 && count == 3 ? 0 : count,
                            2,
                            MPI.INFO_NULL,
                            MPI.COMM_WORLD);
            win.fence(0);
            if (count > 0 && me == 0) {
                IntBuffer value = IntBuffer.wrap(new int[] {5, 6, 7});
                win.put(value, 1, MPI.INT, 1, (count - 1) / 2, 1, MPI.INT);
            }
            win.fence(0);
            if (count > 0 && me == 1) {
                assertEquals(5, mine.get((count - 1) / 2 * 2));
                assertEquals(8, win.getAttr(MPI.WIN_DISP_UNIT));
                assertEquals(4L * count, win.getAttr(MPI.WIN_SIZE));
            }
            win.free();
        }
    }

    @Test
    default void shouldAnswerWhenAskedForItsProperties() {
        job(2).run(WindowTests::ask);
    }

    private static void ask() {
        Info hints = new Info();
        hints.set("no_locks", "true");
        Win win = Win.allocate(64, 1, hints, MPI.COMM_WORLD);
        assertEquals("", win.getName());
        win.setName("halo");
        assertEquals("halo", win.getName());
        Info used = win.getInfo();
        assertEquals("true", used.get("no_locks"));
        assertEquals("true", used.get("same_size"));
        assertEquals("true", used.get("same_disp_unit"));
        assertEquals("rar,raw,war,waw", used.get("accumulate_ordering"));
        used.free();
        int key = Win.createKeyval(null, null);
        win.setAttr(key, "kept");
        assertEquals("kept", win.getAttr(key));
        win.deleteAttr(key);
        Win.freeKeyval(key);
        assertEquals(MPI.ERRORS_ARE_FATAL, win.getErrhandler());
        win.setErrhandler(MPI.ERRORS_RETURN);
        InJob.assertFails(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
        assertFalse(win.isNull());
        win.free();
        assertTrue(win.isNull());
        InJob.assertFails(MPI.ERR_WIN, () -> win.fence(0));
        hints.free();
    }

    @Test
    default void shouldKeepOrderWhenOneOriginUpdatesOnePlace() {
        job(2).run(WindowTests::updateInOrder);
    }

    private static void updateInOrder() {
        Win win = longs(1);
        win.lockAll(0);
        if (MPI.COMM_WORLD.getRank() == 0) {
            LongBuffer values = MPI.newLongBuffer(500);
            for (int i = 0; i < 500; i++) {
                values.put(i, i);
                win.accumulate(values.slice(i, 1), 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.REPLACE);
            }
            win.flush(1);
        }
        win.unlockAll();
        meet();
        if (MPI.COMM_WORLD.getRank() == 1) {
            assertEquals(499, memory(win).get(0));
        }
        win.free();
    }

    @Test
    default void shouldUpdatePairsWhenTheTypeHasGaps() {
        job(3).run(WindowTests::locateMaximum);
    }

    private static void locateMaximum() {
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocate(32, 16, MPI.INFO_NULL, MPI.COMM_WORLD);
        ByteBuffer pair = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
        pair.putDouble(0, me == 1 ? 9.5 : me).putInt(8, me);
        pair.putDouble(16, -me).putInt(24, me);
        win.fence(0);
        win.accumulate(pair, 2, MPI.DOUBLE_INT, 0, 0, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
        win.fence(0);
        if (me == 0) {
            ByteBuffer base = (ByteBuffer) win.getBase();
            double[] values = {base.getDouble(0), base.getDouble(16)};
            assertArrayEquals(new double[] {9.5, 0}, values, Arrays.toString(values));
            assertEquals(1, base.getInt(8));
        }
        win.free();
    }

    @Test
    default void shouldTakeArraysWhenCallsAreCapitalised() {
        job(2).run(WindowTests::useArrays);
    }

    private static void useArrays() {
        int me = MPI.COMM_WORLD.getRank();
        int other = 1 - me;
        Win win = longs(4);
        long[] data = {0, 10 + me, 20 + me, 0};
        long[] found = new long[4];
        win.Fence(0);
        win.Put(data, 1, 2, MPI.LONG, other, 2, 2, MPI.LONG);
        win.Fence(0);
        win.Get(found, 0, 4, MPI.LONG, me, 0, 4, MPI.LONG);
        win.Fence(MPI.MODE_NOSUCCEED);
        assertArrayEquals(new long[] {0, 0, 10 + other, 20 + other}, found);
        win.Lock(MPI.LOCK_EXCLUSIVE, other, 0);
        win.Accumulate(data, 1, 1, MPI.LONG, other, 0, 1, MPI.LONG, MPI.SUM);
        win.Flush(other);
        win.Get_accumulate(
                data, 1, 1, MPI.LONG, found, 3, 1, MPI.LONG, other, 0, 1, MPI.LONG, MPI.SUM);
        win.Flush_local(other);
        win.Rput(data, 2, 1, MPI.LONG, other, 1, 1, MPI.LONG).Wait();
        win.Unlock(other);
        assertEquals(10 + me, found[3]);
        win.Lock_all(0);
        win.Fetch_and_op(data, 1, found, 0, MPI.LONG, other, 0, MPI.SUM);
        win.Flush_all();
        assertEquals(2 * (10 + me), found[0]);
        win.Compare_and_swap(data, 0, found, 1, found, 2, MPI.LONG, other, 1);
        win.Flush_local_all();
        assertEquals(20 + me, found[2]);
        win.Rget(found, 1, 1, MPI.LONG, other, 1, 1, MPI.LONG).Wait();
        win.Sync();
        win.Unlock_all();
        assertEquals(20 + me, found[1]);
        MPIException noEpoch =
                InJob.assertFails(
                        MPI.ERR_RMA_SYNC, () -> win.Put(data, 0, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        assertTrue(noEpoch.getMessage().contains("Win.Put"), noEpoch.getMessage());
        win.Free();
    }
}
