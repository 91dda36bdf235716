package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Collectives on an intercommunicator, with arguments that are random but the same on all ranks,
 * compared with the results by the standard, computed by loops. Item i of rank r of side s for rank
 * t is a unique number.
 */
final class IntercommCalls {
    static final int KINDS = 15;
    private static final int UNTOUCHED = -7;

    private final Intercomm inter;
    private final int me;
    private final int side;
    private final int[] sizes = new int[2];
    private final Random random;
    private final long seed;
    private int round;
    private Datatype type;

    /** Data of each side in calls in which both send. */
    private final Datatype[] types = new Datatype[2];

    private boolean direct;
    private boolean blocking;
    private int rootSide;
    private int rootRank;

    /** Side 0 has the lower ranks of COMM_WORLD. */
    IntercommCalls(Intercomm inter, boolean isLow, long seed) {
        this.inter = inter;
        this.seed = seed;
        me = inter.getRank();
        side = isLow ? 0 : 1;
        sizes[side] = inter.getSize();
        sizes[1 - side] = inter.getRemoteSize();
        random = new Random(seed);
    }

    /** Numbers in an array or a direct buffer, with other numbers before and after them. */
    private final class Cells {
        private final boolean isInt;
        private final int[] ints;
        private final double[] doubles;
        private final ByteBuffer bytes;

        Cells(int n) {
            this(n, type);
        }

        Cells(int n, Datatype its) {
            isInt = its == MPI.INT;
            ints = !direct && isInt ? new int[n] : null;
            doubles = !direct && !isInt ? new double[n] : null;
            bytes =
                    direct
                            ? ByteBuffer.allocateDirect(n * (isInt ? 4 : 8))
                                    .order(ByteOrder.nativeOrder())
                            : null;
            for (int i = 0; i < n; i++) {
                put(i, UNTOUCHED);
            }
        }

        Object buffer() {
            return bytes != null ? bytes : ints != null ? ints : doubles;
        }

        void put(int i, int value) {
            if (ints != null) {
                ints[i] = value;
            } else if (doubles != null) {
                doubles[i] = value;
            } else if (isInt) {
                bytes.putInt(4 * i, value);
            } else {
                bytes.putDouble(8 * i, value);
            }
        }

        int get(int i) {
            if (ints != null) {
                return ints[i];
            }
            if (doubles != null) {
                return (int) doubles[i];
            }
            return isInt ? bytes.getInt(4 * i) : (int) bytes.getDouble(8 * i);
        }
    }

    private int value(int s, int r, int t, int i) {
        return (s * 31 + r * 7 + t * 13 + i + round) % 1000;
    }

    void run(int rounds) {
        for (round = 0; round < rounds; round++) {
            int kind = random.nextInt(KINDS);
            type = anyType();
            types[0] = anyType();
            types[1] = anyType();
            direct = random.nextInt(3) == 0;
            blocking = random.nextInt(3) > 0;
            int count = random.nextInt(8) == 0 ? 2000 : random.nextInt(5);
            try {
                runOne(kind, count);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed=" + seed + " round=" + round + " kind=" + kind + " count=" + count,
                        e);
            }
        }
    }

    private Datatype anyType() {
        return random.nextBoolean() ? MPI.INT : MPI.DOUBLE;
    }

    private Datatype sent() {
        return types[side];
    }

    private Datatype received() {
        return types[1 - side];
    }

    private void runOne(int kind, int count) {
        switch (kind) {
            case 0 -> barrier();
            case 1 -> bcast(count);
            case 2 -> gather(count);
            case 3 -> gatherv(count);
            case 4 -> scatter(count);
            case 5 -> scatterv(count);
            case 6 -> allGather(count);
            case 7 -> allGatherv(count);
            case 8 -> allToAll(count);
            case 9 -> allToAllv(count, false);
            case 10 -> allToAllv(count, true);
            case 11 -> reduce(count);
            case 12 -> allReduce(count);
            case 13 -> reduceScatter(count);
            default -> reduceScatterBlock(count);
        }
    }

    /** A random root; returns the root argument of this rank. */
    private int chooseRoot() {
        rootSide = random.nextInt(2);
        rootRank = random.nextInt(sizes[rootSide]);
        if (side != rootSide) {
            return rootRank;
        }
        return me == rootRank ? MPI.ROOT : MPI.PROC_NULL;
    }

    private boolean isRoot() {
        return side == rootSide && me == rootRank;
    }

    private boolean isLeaf() {
        return side != rootSide;
    }

    /** Data of this rank for rank t, from item {@code at} of a buffer on. */
    private void fill(Cells cells, int at, int count, int t) {
        for (int i = 0; i < count; i++) {
            cells.put(at + i, value(side, me, t, i));
        }
    }

    private void check(Cells cells, int at, int count, int s, int r, int t) {
        for (int i = 0; i < count; i++) {
            assertEquals(value(s, r, t, i), cells.get(at + i), "from rank " + r + " item " + i);
        }
    }

    private void barrier() {
        if (blocking) {
            inter.barrier();
        } else {
            inter.iBarrier().waitFor();
        }
    }

    private void bcast(int count) {
        int root = chooseRoot();
        Cells cells = new Cells(count);
        if (isRoot()) {
            fill(cells, 0, count, 0);
        }
        if (blocking) {
            inter.bcast(cells.buffer(), count, type, root);
        } else {
            inter.iBcast(cells.buffer(), count, type, root).waitFor();
        }
        if (isLeaf()) {
            check(cells, 0, count, rootSide, rootRank, 0);
        }
    }

    private void gather(int count) {
        int root = chooseRoot();
        int leaves = sizes[1 - rootSide];
        Cells mine = new Cells(count);
        Cells all = new Cells(leaves * count);
        fill(mine, 0, count, 0);
        Object from = isLeaf() ? mine.buffer() : null;
        Object to = isRoot() ? all.buffer() : null;
        if (blocking && random.nextBoolean()) {
            inter.gather(isRoot() ? to : from, count, type, root);
        } else if (blocking) {
            inter.gather(from, count, type, to, count, type, root);
        } else {
            inter.iGather(from, count, type, to, count, type, root).waitFor();
        }
        for (int r = 0; isRoot() && r < leaves; r++) {
            check(all, r * count, count, 1 - side, r, 0);
        }
    }

    private int[] counts(int n, int most) {
        return IntStream.range(0, n).map(i -> random.nextInt(most + 1)).toArray();
    }

    /** Displacements of blocks, in reverse order and with gaps. */
    private static int[] places(int[] counts) {
        int[] places = new int[counts.length];
        int at = 1;
        for (int i = counts.length - 1; i >= 0; i--) {
            places[i] = at;
            at += counts[i] + i % 2;
        }
        return places;
    }

    private static int room(int[] counts) {
        return Arrays.stream(counts).sum() + counts.length + 1;
    }

    private void gatherv(int most) {
        int root = chooseRoot();
        int[] counts = counts(sizes[1 - rootSide], most);
        int[] at = places(counts);
        Cells all = new Cells(room(counts));
        int count = isLeaf() ? counts[me] : 0;
        Cells mine = new Cells(count);
        fill(mine, 0, count, 0);
        if (isRoot() && blocking) {
            inter.gatherv(all.buffer(), counts, at, type, root);
        } else if (blocking) {
            inter.gatherv(mine.buffer(), count, type, root);
        } else {
            Object to = isRoot() ? all.buffer() : null;
            Object from = isLeaf() ? mine.buffer() : null;
            inter.iGatherv(from, count, type, to, counts, at, type, root).waitFor();
        }
        for (int r = 0; isRoot() && r < counts.length; r++) {
            check(all, at[r], counts[r], 1 - side, r, 0);
            assertEquals(UNTOUCHED, all.get(0));
        }
    }

    private void scatter(int count) {
        int root = chooseRoot();
        int leaves = sizes[1 - rootSide];
        Cells all = new Cells(leaves * count);
        for (int r = 0; r < leaves; r++) {
            fill(all, r * count, count, r);
        }
        Cells mine = new Cells(count);
        Object from = isRoot() ? all.buffer() : null;
        Object to = isLeaf() ? mine.buffer() : null;
        if (blocking && random.nextBoolean()) {
            inter.scatter(isRoot() ? from : to, count, type, root);
        } else if (blocking) {
            inter.scatter(from, count, type, to, count, type, root);
        } else {
            inter.iScatter(from, count, type, to, count, type, root).waitFor();
        }
        if (isLeaf()) {
            check(mine, 0, count, rootSide, rootRank, me);
        }
    }

    private void scatterv(int most) {
        int root = chooseRoot();
        int[] counts = counts(sizes[1 - rootSide], most);
        int[] at = places(counts);
        Cells all = new Cells(room(counts));
        for (int r = 0; r < counts.length; r++) {
            fill(all, at[r], counts[r], r);
        }
        int count = isLeaf() ? counts[me] : 0;
        Cells mine = new Cells(count);
        if (isRoot() && blocking) {
            inter.scatterv(all.buffer(), counts, at, type, root);
        } else if (blocking) {
            inter.scatterv(mine.buffer(), count, type, root);
        } else {
            Object from = isRoot() ? all.buffer() : null;
            Object to = isLeaf() ? mine.buffer() : null;
            inter.iScatterv(from, counts, at, type, to, count, type, root).waitFor();
        }
        if (isLeaf()) {
            check(mine, 0, count, rootSide, rootRank, me);
        }
    }

    private void allGather(int most) {
        int[] counts = counts(2, most);
        int theirs = counts[1 - side];
        int remote = sizes[1 - side];
        Cells mine = new Cells(counts[side], sent());
        fill(mine, 0, counts[side], 0);
        Cells all = new Cells(remote * theirs, received());
        Object from = mine.buffer();
        Object to = all.buffer();
        if (blocking) {
            inter.allGather(from, counts[side], sent(), to, theirs, received());
        } else {
            inter.iAllGather(from, counts[side], sent(), to, theirs, received()).waitFor();
        }
        for (int r = 0; r < remote; r++) {
            check(all, r * theirs, theirs, 1 - side, r, 0);
        }
    }

    private void allGatherv(int most) {
        int[][] counts = {counts(sizes[0], most), counts(sizes[1], most)};
        int[] theirs = counts[1 - side];
        int[] at = places(theirs);
        int count = counts[side][me];
        Cells mine = new Cells(count, sent());
        fill(mine, 0, count, 0);
        Cells all = new Cells(room(theirs), received());
        Object from = mine.buffer();
        Object to = all.buffer();
        if (blocking) {
            inter.allGatherv(from, count, sent(), to, theirs, at, received());
        } else {
            inter.iAllGatherv(from, count, sent(), to, theirs, at, received()).waitFor();
        }
        for (int r = 0; r < theirs.length; r++) {
            check(all, at[r], theirs[r], 1 - side, r, 0);
        }
    }

    private void allToAll(int most) {
        int[] counts = counts(2, most);
        int mine = counts[side];
        int theirs = counts[1 - side];
        int remote = sizes[1 - side];
        Cells from = new Cells(remote * mine, sent());
        for (int r = 0; r < remote; r++) {
            fill(from, r * mine, mine, r);
        }
        Cells to = new Cells(remote * theirs, received());
        if (blocking) {
            inter.allToAll(from.buffer(), mine, sent(), to.buffer(), theirs, received());
        } else {
            inter.iAllToAll(from.buffer(), mine, sent(), to.buffer(), theirs, received()).waitFor();
        }
        for (int r = 0; r < remote; r++) {
            check(to, r * theirs, theirs, 1 - side, r, me);
        }
    }

    private void allToAllv(int most, boolean typed) {
        int[][] upward = new int[sizes[0]][];
        int[][] downward = new int[sizes[0]][];
        for (int r = 0; r < sizes[0]; r++) {
            upward[r] = counts(sizes[1], most);
            downward[r] = counts(sizes[1], most);
        }
        int remote = sizes[1 - side];
        int[] out = new int[remote];
        int[] in = new int[remote];
        for (int r = 0; r < remote; r++) {
            out[r] = side == 0 ? upward[me][r] : downward[r][me];
            in[r] = side == 0 ? downward[me][r] : upward[r][me];
        }
        int[] outAt = places(out);
        int[] inAt = places(in);
        Cells from = new Cells(room(out), sent());
        for (int r = 0; r < remote; r++) {
            fill(from, outAt[r], out[r], r);
        }
        Cells to = new Cells(room(in), received());
        if (typed) {
            exchangeTyped(from.buffer(), out, outAt, to.buffer(), in, inAt);
        } else {
            exchange(from.buffer(), out, outAt, to.buffer(), in, inAt);
        }
        for (int r = 0; r < remote; r++) {
            check(to, inAt[r], in[r], 1 - side, r, me);
        }
    }

    private void exchange(Object from, int[] out, int[] outAt, Object to, int[] in, int[] inAt) {
        if (blocking) {
            inter.allToAllv(from, out, outAt, sent(), to, in, inAt, received());
        } else {
            inter.iAllToAllv(from, out, outAt, sent(), to, in, inAt, received()).waitFor();
        }
    }

    private void exchangeTyped(
            Object from, int[] out, int[] outAt, Object to, int[] in, int[] inAt) {
        Datatype[] outTypes = new Datatype[out.length];
        Datatype[] inTypes = new Datatype[in.length];
        Arrays.fill(outTypes, sent());
        Arrays.fill(inTypes, received());
        int[] outBytes = bytes(outAt, sent());
        int[] inBytes = bytes(inAt, received());
        if (blocking) {
            inter.allToAllw(from, out, outBytes, outTypes, to, in, inBytes, inTypes);
        } else {
            inter.iAllToAllw(from, out, outBytes, outTypes, to, in, inBytes, inTypes).waitFor();
        }
    }

    private static int[] bytes(int[] places, Datatype its) {
        return Arrays.stream(places).map(at -> at * its.getByteSize()).toArray();
    }

    private int sum(int s, int i) {
        return IntStream.range(0, sizes[s]).map(r -> value(s, r, 0, i)).sum();
    }

    private void reduce(int count) {
        int root = chooseRoot();
        Cells mine = new Cells(count);
        fill(mine, 0, count, 0);
        Cells result = new Cells(count);
        Object from = isLeaf() ? mine.buffer() : null;
        Object to = isRoot() ? result.buffer() : null;
        if (blocking && random.nextBoolean()) {
            inter.reduce(isRoot() ? to : from, count, type, MPI.SUM, root);
        } else if (blocking) {
            inter.reduce(from, to, count, type, MPI.SUM, root);
        } else {
            inter.iReduce(from, to, count, type, MPI.SUM, root).waitFor();
        }
        for (int i = 0; isRoot() && i < count; i++) {
            assertEquals(sum(1 - side, i), result.get(i));
        }
    }

    private void allReduce(int count) {
        Cells mine = new Cells(count);
        fill(mine, 0, count, 0);
        Cells result = new Cells(count);
        Object from = mine.buffer();
        if (blocking) {
            inter.allReduce(from, result.buffer(), count, type, MPI.SUM);
        } else {
            inter.iAllReduce(from, result.buffer(), count, type, MPI.SUM).waitFor();
        }
        for (int i = 0; i < count; i++) {
            assertEquals(sum(1 - side, i), result.get(i));
        }
    }

    /** Both sides have the same number of items, in different pieces. */
    private void reduceScatter(int most) {
        int total = sizes[0] * sizes[1] * most / 2;
        int[][] pieces = {pieces(sizes[0], total), pieces(sizes[1], total)};
        int[] own = pieces[side];
        Cells mine = new Cells(total);
        fill(mine, 0, total, 0);
        Cells result = new Cells(own[me]);
        Object from = mine.buffer();
        if (blocking) {
            inter.reduceScatter(from, result.buffer(), own, type, MPI.SUM);
        } else {
            inter.iReduceScatter(from, result.buffer(), own, type, MPI.SUM).waitFor();
        }
        int before = Arrays.stream(own, 0, me).sum();
        for (int i = 0; i < own[me]; i++) {
            assertEquals(sum(1 - side, before + i), result.get(i));
        }
    }

    private int[] pieces(int n, int total) {
        int[] pieces = new int[n];
        int left = total;
        for (int i = 0; i < n - 1; i++) {
            pieces[i] = random.nextInt(left + 1);
            left -= pieces[i];
        }
        pieces[n - 1] = left;
        return pieces;
    }

    private void reduceScatterBlock(int most) {
        int factor = Math.min(most, 5);
        int block = factor * sizes[1 - side];
        int total = block * sizes[side];
        Cells mine = new Cells(total);
        fill(mine, 0, total, 0);
        Cells result = new Cells(block);
        Object from = mine.buffer();
        if (blocking) {
            inter.reduceScatterBlock(from, result.buffer(), block, type, MPI.SUM);
        } else {
            inter.iReduceScatterBlock(from, result.buffer(), block, type, MPI.SUM).waitFor();
        }
        for (int i = 0; i < block; i++) {
            assertEquals(sum(1 - side, me * block + i), result.get(i));
        }
    }
}
