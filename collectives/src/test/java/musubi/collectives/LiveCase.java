package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.op.ReductionOp;
import musubi.op.Reductions;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.signature.BaseType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * A {@link SymbolicCase} with real buffers of one rank: symbols become numbers, or texts for
 * MPI.OBJECT, whose operation concatenates them and so shows their order.
 */
public final class LiveCase {
    /** Concatenates texts; not commutative. */
    static final ReductionOp JOIN = new Join();

    public final CollectiveCall call = new CollectiveCall();
    private final SymbolicCase job;
    private final int rank;
    private final MpiType type;
    private final ReductionOp op;
    private final int offset;
    private final boolean direct;

    private record Join() implements ReductionOp {
        @Override
        public void apply(Object in, int i, Object inout, int j, int count, MpiType type) {
            Object[] a = (Object[]) in;
            Object[] b = (Object[]) inout;
            for (int k = 0; k < count; k++) {
                b[j + k] = a[i + k] + " " + b[j + k];
            }
        }

        @Override
        public boolean isCommutative() {
            return false;
        }

        @Override
        public String name() {
            return "join";
        }
    }

    /** All choices follow from random numbers that are equal on all ranks. */
    public LiveCase(SymbolicCase job, int rank, MpiType type, Random random) {
        this.job = job;
        this.rank = rank;
        this.type = type;
        op = chooseOp(type, random.nextInt(4));
        offset = random.nextBoolean() ? 0 : 3;
        direct = !type.isObject() && type.base() != BaseType.BOOLEAN && random.nextInt(3) == 0;
        call.reset(job.kind);
        call.root = job.root;
        call.op = op;
        call.inPlace = job.shape(rank).inPlace;
        fill(call.send, job.send(rank), true);
        fill(call.receive, job.receive(rank), false);
        if (job.kind == CollectiveKind.GATHERV && job.inPlace && rank != job.root) {
            fill(call.send, job.receive(rank), true);
        }
    }

    private static ReductionOp chooseOp(MpiType type, int choice) {
        return switch (type.base()) {
            case OBJECT -> JOIN;
            case FLOAT, DOUBLE -> choice % 2 == 0 ? Reductions.SUM : Reductions.MAX;
            default ->
                    switch (choice) {
                        case 0 -> Reductions.SUM;
                        case 1 -> Reductions.MIN;
                        case 2 -> Reductions.BXOR;
                        default -> Reductions.MAX;
                    };
        };
    }

    private void fill(CollectiveBuffer side, String[] symbols, boolean isSend) {
        Object array = type.base().newArray(job.room + offset);
        for (int i = 0; i < symbols.length; i++) {
            set(array, offset + i, symbols[i]);
        }
        Object buffer = direct ? direct(array) : array;
        long at = direct ? (long) offset * type.base().bytes() : offset;
        int row = isVector(job.kind) ? rank : 0;
        side.set(buffer, at, job.count(0, rank), type);
        if (job.isVector() && job.kind != CollectiveKind.REDUCE_SCATTER || !isSend) {
            side.counts = numbers(job.counts[row]);
            side.displacements = numbers(job.at);
        }
        if (job.kind == CollectiveKind.ALLTOALLW) {
            side.type = null;
            side.types = new MpiType[job.size];
            Arrays.fill(side.types, type);
            side.displacements = numbers(Arrays.stream(job.at).map(a -> a * bytes()).toArray());
        }
    }

    /** Every second rank has large counts. */
    private Counts numbers(int[] numbers) {
        return rank % 2 == 0
                ? Counts.of(numbers)
                : Counts.of(Arrays.stream(numbers).asLongStream().toArray());
    }

    private static boolean isVector(CollectiveKind kind) {
        return kind == CollectiveKind.ALLTOALLV || kind == CollectiveKind.ALLTOALLW;
    }

    private int bytes() {
        return (int) type.extentBytes();
    }

    private Object direct(Object array) {
        int elements = job.room + offset;
        ByteBuffer buffer = ByteBuffer.allocateDirect(elements * bytes());
        transfer(array, buffer, elements);
        return buffer;
    }

    private void transfer(Object from, Object to, int elements) {
        Region source = new Region();
        Region target = new Region();
        BufferBinder binder = new BufferBinder();
        binder.bind(source, from, 0, elements, type);
        binder.bind(target, to, 0, elements, type);
        source.copyTo(0, target, 0, source.length());
    }

    /** Compares the receive buffer with the standard. */
    public void check(String what) {
        if (!job.hasResult(rank)) {
            return;
        }
        Object array = call.receive.buffer;
        if (direct) {
            array = type.base().newArray(job.room + offset);
            transfer(call.receive.buffer, array, job.room + offset);
        }
        String[] expected = job.expected(rank);
        Object wanted = type.base().newArray(1);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != null) {
                set(wanted, 0, expected[i]);
                assertEquals(
                        java.lang.reflect.Array.get(wanted, 0),
                        java.lang.reflect.Array.get(array, offset + i),
                        () -> what + " type=" + type + " op=" + op.name() + " rank=" + rank);
            }
        }
    }

    private void set(Object array, int index, String symbols) {
        if (array instanceof Object[] objects) {
            objects[index] = symbols;
            return;
        }
        long value = value(symbols);
        switch (array) {
            case byte[] a -> a[index] = (byte) value;
            case char[] a -> a[index] = (char) value;
            case short[] a -> a[index] = (short) value;
            case int[] a -> a[index] = (int) value;
            case long[] a -> a[index] = value;
            case float[] a -> a[index] = value;
            case double[] a -> a[index] = value;
            default -> throw new AssertionError(array);
        }
    }

    /** The numbers of all symbols, combined by the operation. */
    private long value(String symbols) {
        int end = endOf(symbols, 0);
        long value = number(symbols, 0, end);
        while (end < symbols.length()) {
            int begin = end + 1;
            end = endOf(symbols, begin);
            value = combine(value, number(symbols, begin, end));
        }
        return value;
    }

    private static int endOf(String symbols, int begin) {
        int space = symbols.indexOf(' ', begin);
        return space < 0 ? symbols.length() : space;
    }

    private static long number(String symbols, int begin, int end) {
        int dot = symbols.indexOf('.', begin, end);
        if (dot < 0) {
            return 101;
        }
        int of = Integer.parseInt(symbols, begin, dot, 10);
        int item = Integer.parseInt(symbols, dot + 1, end, 10);
        return (of * 7 + item * 3) % 50 + 1;
    }

    private long combine(long a, long b) {
        if (op == Reductions.SUM) {
            return a + b;
        }
        if (op == Reductions.BXOR) {
            return a ^ b;
        }
        return op == Reductions.MAX ? Math.max(a, b) : Math.min(a, b);
    }
}
