package mpi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Reductions;
import musubi.rma.TargetItems;
import musubi.type.buffer.TypedBuffer;

import java.nio.Buffer;

/** The arguments of an access to a window, checked when the call begins; used again and again. */
final class WindowArguments {
    final TypedBuffer origin = new TypedBuffer();
    final TypedBuffer result = new TypedBuffer();
    final TypedBuffer compare = new TypedBuffer();
    final TargetItems target = new TargetItems();

    WindowArguments() {}

    /** Sets the items of the origin. */
    void from(Object buffer, long offset, long count, Datatype type) {
        origin.set(buffer, offset, count, Datatype.core(type));
    }

    /** As the other form, from the start of a buffer. */
    void from(Buffer buffer, long count, Datatype type) {
        from(buffer, 0, count, type);
    }

    /** As the other form, of operands; {@code MPI.NO_OP} has none. */
    void from(Object buffer, long offset, long count, Datatype type, Op op) {
        if (Op.core(op, true) == Reductions.NO_OP) {
            origin.clear();
        } else {
            from(buffer, offset, count, type);
        }
    }

    /** As the other form, from the start of a buffer. */
    void from(Buffer buffer, long count, Datatype type, Op op) {
        from(buffer, 0, count, type, op);
    }

    /** Sets where the items go that a target had before. */
    void result(Object buffer, long offset, long count, Datatype type) {
        result.set(buffer, offset, count, Datatype.core(type));
    }

    /** As the other form, from the start of a buffer. */
    void result(Buffer buffer, long count, Datatype type) {
        result(buffer, 0, count, type);
    }

    /** Sets the item to compare with. */
    void compare(Object buffer, long offset, Datatype type) {
        compare.set(buffer, offset, 1, Datatype.core(type));
    }

    /** Sets the items of the target. */
    void to(int rank, long displacement, long count, Datatype type) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("target count", count);
        }
        target.set(rank, displacement, count, Datatype.core(type));
    }

    /** Checks that the items of the target have a predefined type. */
    void checkPredefined() {
        if (!target.type.isPredefined()) {
            throw new MpiFailure(ErrorClass.TYPE, "the call takes a predefined type")
                    .with("type", target.type)
                    .advice("use getAccumulate");
        }
    }

    @Override
    public String toString() {
        return ErrorReport.arguments(
                "origin", origin.buffer,
                "count", origin.count,
                "type", origin.type,
                "target", target.rank,
                "displacement", target.displacement,
                "target count", target.count,
                "target type", target.type);
    }
}
