package musubi.collectives.schedule;

import java.util.List;

/**
 * A partial result that grows by operands of lower and higher ranks. Operands stay in rank order,
 * as non-commutative operations require.
 *
 * <p>An operand is received into {@link #arrival}, a buffer separate from the result; two
 * temporaries alternate. A value in the user's send buffer is never written.
 */
public final class Accumulation {
    private final ScheduleBuilder builder;
    private final boolean commutative;
    private final long count;
    private Part value;
    private Part spare;

    /** An accumulation that contains this rank's contribution. */
    public Accumulation(ScheduleBuilder builder, boolean commutative, Part contribution) {
        this.builder = builder;
        this.commutative = commutative;
        count = contribution.count();
        value = contribution;
    }

    /**
     * Reduces a complete list of operands in order.
     *
     * @param operands all in distinct temporaries, except one that is not written
     * @return location of the result
     */
    public static Part fold(ScheduleBuilder builder, List<Part> operands) {
        Part value = operands.getFirst();
        for (Part next : operands.subList(1, operands.size())) {
            Part writable = next;
            if (!next.isTemporary()) {
                writable = builder.temporary(next.count());
                builder.copy(next, writable);
            }
            builder.reduce(value, writable);
            value = writable;
        }
        return value;
    }

    /** Location of the result. */
    public Part value() {
        return value;
    }

    /** Buffer for the next operand. */
    public Part arrival() {
        if (spare == null) {
            spare = builder.temporary(count);
        }
        return spare;
    }

    /** Appends the received operand, of ranks above those of the result. */
    public void append() {
        builder.reduce(value, spare);
        Part old = value;
        value = spare;
        spare = old.isTemporary() ? old : null;
    }

    /** Prepends the received operand, of ranks below those of the result. */
    public void prepend() {
        if (commutative) {
            append();
            return;
        }
        if (!value.isTemporary()) {
            Part writable = builder.temporary(count);
            builder.copy(value, writable);
            value = writable;
        }
        builder.reduce(spare, value);
    }
}
