package nicam.vector;

import nicam.Copy;
import nicam.Nicam;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.function.DoubleBinaryOperator;

/**
 * Memory for vectors that are distributed over the nodes in blocks of equal length. All nodes
 * execute the same operations in the same order. The result of each goes to a block that no node
 * uses, so that data are sent without a barrier before; freed blocks are used again after a barrier
 * whose end is waited for some frees later.
 *
 * <p>Thread rule: one thread of each node.
 */
public final class VectorSpace implements AutoCloseable {
    private static final int TO_NEXT = 0;
    private static final int TO_PREVIOUS = 1;
    private static final int FIRST_BLOCK = 2;

    private final Nicam nicam;
    private final int me;
    private final int nodes;
    private final int length;
    private final int region;
    private final ByteBuffer memory;
    private final BlockAllocator blocks;
    private final long[] barriers;
    private final long[] shifts = new long[2];

    /** Flags of the contributions of each node to reductions, from here on. */
    private final int firstOfReductions;

    private final int firstSlot;
    private long reductions;

    /**
     * A space of vectors; collective.
     *
     * @param nicam not used for anything else meanwhile; closed with the space
     * @param memory a direct buffer in native byte order: of {@code count} blocks of {@code length}
     *     doubles, and two doubles for each node
     * @param length doubles of a vector on each node
     * @param count vectors in use at the same time, and {@code 8} that are freed
     */
    public VectorSpace(Nicam nicam, ByteBuffer memory, int length, int count) {
        this.nicam = nicam;
        this.memory = memory.duplicate().order(ByteOrder.nativeOrder());
        this.length = length;
        me = nicam.node();
        nodes = nicam.nodes();
        check(memory, count);
        firstOfReductions = FIRST_BLOCK + count;
        firstSlot = length * count;
        barriers = new long[count];
        region = nicam.lockMemory(memory);
        blocks =
                new BlockAllocator(
                        count,
                        new BlockAllocator.Barriers() {
                            @Override
                            public void start(int block) {
                                barriers[block]++;
                                nicam.barrier(FIRST_BLOCK + block);
                            }

                            @Override
                            public void await(int block) {
                                nicam.await(FIRST_BLOCK + block, barriers[block]);
                            }
                        });
    }

    private void check(ByteBuffer given, int count) {
        long needed = bytes(length, count, nodes);
        if (length < 1 || count < 1 || given.capacity() < needed) {
            throw new IllegalArgumentException(
                    "the memory is too small for the vectors: length="
                            + length
                            + " count="
                            + count
                            + " needed="
                            + needed
                            + " capacity="
                            + given.capacity());
        }
        if (FIRST_BLOCK + count + nodes > Nicam.FLAGS) {
            throw new IllegalArgumentException(
                    "too many vectors: count=" + count + " flags=" + Nicam.FLAGS);
        }
    }

    /** Bytes of memory for a space on each of a number of nodes. */
    public static int bytes(int length, int count, int nodes) {
        return Math.multiplyExact(
                Double.BYTES, Math.addExact(Math.multiplyExact(length, count), 2 * nodes));
    }

    /** Doubles of a vector on each node. */
    public int length() {
        return length;
    }

    /** A vector of zeros. */
    public DistributedVector vector() {
        DistributedVector vector = allocate();
        for (int i = 0; i < length; i++) {
            vector.local().put(i, 0);
        }
        return vector;
    }

    /** A vector of undefined elements. */
    DistributedVector allocate() {
        return new DistributedVector(this, blocks.allocate());
    }

    void free(int block) {
        blocks.free(block);
    }

    /** The elements of a block on this node. */
    DoubleBuffer local(int block) {
        return memory.slice(byteOf(block, 0), length * Double.BYTES)
                .order(ByteOrder.nativeOrder())
                .asDoubleBuffer();
    }

    private int byteOf(int block, int element) {
        return (block * length + element) * Double.BYTES;
    }

    /**
     * Moves the last {@code places} elements of a block to the front of the next node's result, and
     * the others behind those that come from the previous node; for negative places the reverse.
     */
    void shift(int from, int to, int places) {
        int crossing = Math.abs(places);
        int staying = length - crossing;
        boolean up = places > 0;
        memory.put(
                byteOf(to, up ? crossing : 0),
                memory,
                byteOf(from, up ? 0 : crossing),
                staying * Double.BYTES);
        int direction = up ? TO_NEXT : TO_PREVIOUS;
        long number = ++shifts[direction];
        int destination = (me + (up ? 1 : nodes - 1)) % nodes;
        nicam.copyNotify(
                new Copy(
                        me,
                        region,
                        byteOf(from, up ? staying : 0),
                        destination,
                        region,
                        byteOf(to, up ? 0 : staying),
                        (long) crossing * Double.BYTES),
                direction,
                number);
        // A count, as a flag of two states may change twice before a slow node looks.
        nicam.await(direction, number);
    }

    /** Combines a number of each node, in the order of the nodes; the same result on all. */
    double reduce(double mine, DoubleBinaryOperator operator) {
        long number = ++reductions;
        // Two slots in turns: a node is at most one reduction ahead of the others.
        int slots = (firstSlot + (int) (number & 1) * nodes) * Double.BYTES;
        memory.putDouble(slots + me * Double.BYTES, mine);
        for (int i = 1; i < nodes; i++) {
            int at = slots + me * Double.BYTES;
            nicam.copyNotify(
                    new Copy(me, region, at, (me + i) % nodes, region, at, Double.BYTES),
                    firstOfReductions + me,
                    number);
        }
        double result = 0;
        for (int node = 0; node < nodes; node++) {
            if (node != me) {
                nicam.await(firstOfReductions + node, number);
            }
            double value = memory.getDouble(slots + node * Double.BYTES);
            result = node == 0 ? value : operator.applyAsDouble(result, value);
        }
        return result;
    }

    /** Ends the space and its node; collective. */
    @Override
    public void close() {
        nicam.close();
    }
}
