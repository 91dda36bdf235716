package musubi.collectives.schedule;

import java.util.List;

/**
 * A partial result that grows by operands of lower and higher ranks. Operands stay in rank order,
 * so it suits operations that are not commutative.
 *
 * <p>An operand arrives in {@link #arrival}, a buffer that the result does not occupy; two
 * temporaries take turns. A value that still lies in the user's send buffer is never written.
 */
public final class Accumulation {
    private final ScheduleBuilder builder;
    private final boolean commutative;
    private final long count;
    private Part value;
    private Part spare;

    /** Starts with this rank's contribution. */
    public Accumulation(ScheduleBuilder builder, boolean commutative, Part contribution) {
        this.builder = builder;
        this.commutative = commutative;
        count = contribution.count();
        value = contribution;
    }

    /**
     * Reduces operands that are all there, in their order.
     *
     * @param operands all in temporaries of their own but for one, which is not written
     * @return where the result is
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

    /** Where the result is now. */
    public Part value() {
        return value;
    }

    /** Where the next operand shall arrive. */
    public Part arrival() {
        if (spare == null) {
            spare = builder.temporary(count);
        }
        return spare;
    }

    /** What arrived comes from higher ranks than all that is in the result. */
    public void append() {
        builder.reduce(value, spare);
        swap();
    }

    /** What arrived comes from lower ranks than all that is in the result. */
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

    private void swap() {
        Part old = value;
        value = spare;
        spare = old.isTemporary() ? old : null;
    }
}
