package nicam.vector;

import java.nio.DoubleBuffer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * A vector that is distributed over the nodes in equal blocks, in the order of the nodes. Operators
 * return new vectors. All nodes call the same operators in the same order; a vector is not used
 * after {@link #close}.
 */
public final class DistributedVector implements AutoCloseable {
    private final VectorSpace space;
    private final int block;
    private final DoubleBuffer local;
    private boolean closed;

    DistributedVector(VectorSpace space, int block) {
        this.space = space;
        this.block = block;
        local = space.local(block);
    }

    /** The elements on this node; they may be changed until the first operator uses the vector. */
    public DoubleBuffer local() {
        check();
        return local;
    }

    private void check() {
        if (closed) {
            throw new IllegalStateException("the vector was freed: block=" + block);
        }
    }

    /** An operator on each element. */
    public DistributedVector map(DoubleUnaryOperator operator) {
        check();
        DistributedVector result = space.allocate();
        for (int i = 0; i < space.length(); i++) {
            result.local.put(i, operator.applyAsDouble(local.get(i)));
        }
        return result;
    }

    /** An operator on each pair of elements. */
    public DistributedVector zip(DistributedVector other, DoubleBinaryOperator operator) {
        check();
        other.check();
        DistributedVector result = space.allocate();
        for (int i = 0; i < space.length(); i++) {
            result.local.put(i, operator.applyAsDouble(local.get(i), other.local.get(i)));
        }
        return result;
    }

    public DistributedVector plus(DistributedVector other) {
        return zip(other, Double::sum);
    }

    public DistributedVector minus(DistributedVector other) {
        return zip(other, (a, b) -> a - b);
    }

    public DistributedVector times(DistributedVector other) {
        return zip(other, (a, b) -> a * b);
    }

    /**
     * The vector shifted in a circle: element i becomes element i + places, modulo the length of
     * the whole vector.
     *
     * @param places less than the elements of a node, in either direction
     */
    public DistributedVector cshift(int places) {
        check();
        if (Math.abs(places) >= space.length()) {
            throw new IllegalArgumentException(
                    "a shift is shorter than a block: places="
                            + places
                            + " length="
                            + space.length());
        }
        DistributedVector result = space.allocate();
        if (places == 0) {
            result.local.put(0, local, 0, space.length());
        } else {
            space.shift(block, result.block, places);
        }
        return result;
    }

    /** The sum of all elements, the same on all nodes. */
    public double sum() {
        check();
        double sum = 0;
        for (int i = 0; i < space.length(); i++) {
            sum += local.get(i);
        }
        return space.reduce(sum, Double::sum);
    }

    /** The largest element. */
    public double max() {
        check();
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < space.length(); i++) {
            max = Math.max(max, local.get(i));
        }
        return space.reduce(max, Math::max);
    }

    /** Frees it; collective, without waiting for the other nodes. */
    @Override
    public void close() {
        check();
        closed = true;
        space.free(block);
    }
}
