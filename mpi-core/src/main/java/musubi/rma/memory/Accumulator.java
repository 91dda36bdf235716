package musubi.rma.memory;

import musubi.op.Reductions;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.signature.BaseType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Updates items in the memory of a window, each atomically for all ranks. Aligned items of {@code
 * MPI.INT}, {@code LONG}, {@code FLOAT} and {@code DOUBLE} are changed by atomic instructions,
 * whatever the operation; all others under a lock of the window, and those too in a window with a
 * granularity of updates. So updates of one place with one type are atomic, as MPI-4.1 section
 * 12.7.1 demands, and those of different types are not. A rank that has the window to itself needs
 * neither.
 *
 * <p>Thread rule: one thread at a time; several accumulators may work on one memory.
 */
public final class Accumulator {
    /** Bytes of the items that are updated at once. */
    private static final int BLOCK_BYTES = 4096;

    /** So few bytes are updated faster by atomic instructions than by copies. */
    private static final int FEW_BYTES = 64;

    /** Whether loads behind an atomic instruction stay behind it. */
    private static final boolean ATOMICS_ARE_FENCES =
            List.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private final MemorySegment memory;
    private final MemorySegment control;
    private final Scratch scratch;

    /** Whether all updates are under the lock. */
    private final boolean locksAll;

    /** Whether no other rank updates the memory now. */
    private boolean alone;

    /** Whether loads may overtake the stores of the latest update. */
    private boolean hasStored;

    /** Operands and items of a block; one for each rank. */
    public static final class Scratch {
        private final long[] longs = new long[BLOCK_BYTES / Long.BYTES];
        private final int[] ints = new int[BLOCK_BYTES / Integer.BYTES];
        private final Region region = new Region();
        private final Map<BaseType, Object> operands = new EnumMap<>(BaseType.class);
        private final Map<BaseType, Object> items = new EnumMap<>(BaseType.class);

        private static Object array(Map<BaseType, Object> arrays, BaseType type) {
            Object array = arrays.get(type);
            if (array == null) {
                array = type.newArray(BLOCK_BYTES / type.bytes());
                arrays.put(type, array);
            }
            return array;
        }
    }

    /**
     * An accumulator.
     *
     * @param memory of the window
     * @param control its {@link ControlBlock}
     */
    public Accumulator(MemorySegment memory, MemorySegment control, Scratch scratch) {
        this.memory = memory;
        this.control = control;
        this.scratch = scratch;
        locksAll = ControlBlock.locksUpdates(control);
    }

    /** Sets whether no other rank updates the memory from now on. */
    public void setAlone(boolean isAlone) {
        alone = isAlone;
    }

    /** Whether loads may overtake the stores of the latest update. */
    public boolean hasStored() {
        return hasStored;
    }

    /**
     * Updates the items of a run.
     *
     * @param at start of the run
     * @param bytes of whole items
     * @param data operands, from {@code from} on
     * @param result has the items before the update, from {@code from} on; null for none
     */
    public void apply(Update update, long at, long bytes, Region data, Region result, long from) {
        for (long done = 0; done < bytes; ) {
            int block = blockBytes(update, bytes - done);
            applyBlock(update, at + done, block, data, result, from + done);
            done += block;
        }
    }

    private static int blockBytes(Update update, long left) {
        if (left <= BLOCK_BYTES) {
            return (int) left;
        }
        int item = update.itemBytes();
        return (int) Math.min(left, BLOCK_BYTES / item * item);
    }

    private void applyBlock(
            Update update, long at, int bytes, Region data, Region result, long from) {
        MpiType type = update.type();
        if (isAtomic(type, at) && !(alone && bytes > FEW_BYTES)) {
            hasStored = !ATOMICS_ARE_FENCES;
            if (bytes == Long.BYTES && type.extentBytes() == Long.BYTES) {
                // MPI.NO_OP has no operands.
                long before = updateLong(update, at, data == null ? 0 : data.word(from));
                if (result != null) {
                    result.setWord(from, before);
                }
            } else if (type.extentBytes() == Long.BYTES) {
                int items = bytes / Long.BYTES;
                Region block = scratch.region.wrapArray(scratch.longs, 0, bytes);
                copyOperands(data, from, block, bytes);
                for (int i = 0; i < items; i++) {
                    long where = at + (long) i * Long.BYTES;
                    scratch.longs[i] = updateLong(update, where, scratch.longs[i]);
                }
                copyResult(block, result, from, bytes);
            } else {
                int items = bytes / Integer.BYTES;
                Region block = scratch.region.wrapArray(scratch.ints, 0, bytes);
                copyOperands(data, from, block, bytes);
                for (int i = 0; i < items; i++) {
                    long where = at + (long) i * Integer.BYTES;
                    scratch.ints[i] = updateInt(update, where, scratch.ints[i]);
                }
                copyResult(block, result, from, bytes);
            }
        } else {
            hasStored = true;
            applyLocked(update, at, bytes, data, result, from);
        }
    }

    /** No operands are passed for {@code MPI.NO_OP}. */
    private static void copyOperands(Region data, long from, Region block, int bytes) {
        if (data != null) {
            data.copyTo(from, block, 0, bytes);
        }
    }

    private static void copyResult(Region block, Region result, long from, int bytes) {
        if (result != null) {
            block.copyTo(0, result, from, bytes);
        }
        block.clear();
    }

    /** Whether all updates of such items at this place are by atomic instructions. */
    private boolean isAtomic(MpiType type, long at) {
        boolean isNumber =
                type == MpiType.LONG
                        || type == MpiType.INT
                        || type == MpiType.DOUBLE
                        || type == MpiType.FLOAT;
        return isNumber && !locksAll && (memory.address() + at & type.extentBytes() - 1) == 0;
    }

    /** Updates an item of 8 bytes; returns the one before. */
    public long updateLong(Update update, long at, long operand) {
        if (update.op() == Reductions.NO_OP) {
            return (long) LONG.getVolatile(memory, at);
        }
        if (update.op() == Reductions.REPLACE) {
            return (long) LONG.getAndSet(memory, at, operand);
        }
        if (update.op() == Reductions.SUM && update.type() == MpiType.LONG) {
            return (long) LONG.getAndAdd(memory, at, operand);
        }
        long old = (long) LONG.getVolatile(memory, at);
        while (true) {
            long found =
                    (long) LONG.compareAndExchange(memory, at, old, combine(update, operand, old));
            if (found == old) {
                return old;
            }
            old = found;
        }
    }

    private long combine(Update update, long operand, long item) {
        if (update.type() == MpiType.LONG) {
            return ((long[]) applied(update, new long[] {operand}, new long[] {item}))[0];
        }
        double a = Double.longBitsToDouble(operand);
        double b = Double.longBitsToDouble(item);
        if (update.op() == Reductions.SUM) {
            return Double.doubleToRawLongBits(a + b);
        }
        double[] result = (double[]) applied(update, new double[] {a}, new double[] {b});
        return Double.doubleToRawLongBits(result[0]);
    }

    /** Updates an item of 4 bytes; returns the one before. */
    public int updateInt(Update update, long at, int operand) {
        if (update.op() == Reductions.NO_OP) {
            return (int) INT.getVolatile(memory, at);
        }
        if (update.op() == Reductions.REPLACE) {
            return (int) INT.getAndSet(memory, at, operand);
        }
        if (update.op() == Reductions.SUM && update.type() == MpiType.INT) {
            return (int) INT.getAndAdd(memory, at, operand);
        }
        int old = (int) INT.getVolatile(memory, at);
        while (true) {
            int found =
                    (int) INT.compareAndExchange(memory, at, old, combine(update, operand, old));
            if (found == old) {
                return old;
            }
            old = found;
        }
    }

    private int combine(Update update, int operand, int item) {
        if (update.type() == MpiType.INT) {
            return ((int[]) applied(update, new int[] {operand}, new int[] {item}))[0];
        }
        float[] a = {Float.intBitsToFloat(operand)};
        float[] b = {Float.intBitsToFloat(item)};
        return Float.floatToRawIntBits(((float[]) applied(update, a, b))[0]);
    }

    /** The JIT compiler removes the arrays where it inlines the operation. */
    private static Object applied(Update update, Object operand, Object item) {
        update.op().apply(operand, 0, item, 0, 1, update.type());
        return item;
    }

    private void applyLocked(
            Update update, long at, int bytes, Region data, Region result, long from) {
        MpiType type = update.type();
        Object operands = Scratch.array(scratch.operands, type.base());
        Object items = Scratch.array(scratch.items, type.base());
        Region block = scratch.region;
        copyOperands(data, from, block.wrapArray(operands, 0, bytes), bytes);
        block.wrapArray(items, 0, bytes);
        if (!alone) {
            SpinLock.acquire(control, ControlBlock.UPDATES);
        }
        try {
            block.copyFrom(memory, at, 0, bytes);
            if (result != null) {
                block.copyTo(0, result, from, bytes);
            }
            update.op().apply(operands, 0, items, 0, bytes / update.itemBytes(), type);
            block.copyTo(0, memory, at, bytes);
        } finally {
            if (!alone) {
                SpinLock.release(control, ControlBlock.UPDATES);
            }
            block.clear();
        }
    }

    /**
     * Replaces one item if it has the same bytes as another. MPI-4.1 section 12.3.4.
     *
     * @param values the item to compare with, and the new one behind it
     * @param before becomes the item before
     */
    public void compareAndSwap(MpiType type, long at, Region values, Region before) {
        int bytes = (int) type.extentBytes();
        hasStored = !ATOMICS_ARE_FENCES || !isAtomic(type, at);
        if (isAtomic(type, at)) {
            if (bytes == Long.BYTES) {
                long wanted = values.word(0);
                long desired = values.word(Long.BYTES);
                before.setWord(0, (long) LONG.compareAndExchange(memory, at, wanted, desired));
            } else {
                Region block = scratch.region.wrapArray(scratch.ints, 0, 2 * Integer.BYTES);
                values.copyTo(0, block, 0, 2 * Integer.BYTES);
                int[] pair = scratch.ints;
                pair[0] = (int) INT.compareAndExchange(memory, at, pair[0], pair[1]);
                copyResult(block, before, 0, Integer.BYTES);
            }
            return;
        }
        byte[] wanted = new byte[2 * bytes];
        byte[] found = new byte[bytes];
        values.copyTo(0, new Region().wrapArray(wanted, 0, wanted.length), 0, wanted.length);
        Region block = new Region().wrapArray(found, 0, bytes);
        SpinLock.acquire(control, ControlBlock.UPDATES);
        try {
            block.copyFrom(memory, at, 0, bytes);
            if (Arrays.equals(found, 0, bytes, wanted, 0, bytes)) {
                values.copyTo(bytes, memory, at, bytes);
            }
        } finally {
            SpinLock.release(control, ControlBlock.UPDATES);
        }
        block.copyTo(0, before, 0, bytes);
    }
}
