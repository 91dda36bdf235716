package mpi;

import musubi.check.LeakTracker;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Reductions;

/** A reduction operation. MPI-4.1 section 6.9. */
public class Op implements Freeable {
    /** Number of a predefined operation as MPJ Express counts them; 0 for a user-defined one. */
    public int opCode;

    private final boolean predefined;
    private final LeakTracker.TrackedObject made;
    private musubi.op.ReductionOp core;
    private musubi.op.ReductionOp unsigned;

    Op(musubi.op.ReductionOp core, int opCode) {
        this.core = core;
        this.unsigned = Reductions.unsigned(core);
        this.opCode = opCode;
        this.predefined = true;
        this.made = null;
    }

    private Op(musubi.op.ReductionOp core, int opCode, boolean predefined) {
        this.core = core;
        this.unsigned = core;
        this.opCode = opCode;
        this.predefined = predefined;
        this.made = predefined ? null : ProgramChecks.created("reduction operation");
    }

    /**
     * A user-defined operation. MPI-4.1 section 6.9.5.
     *
     * @param commute whether operands may be exchanged
     */
    public Op(UserFunction function, boolean commute) {
        this(new UserOp.OfBuffers(given(function), commute), 0, false);
    }

    /**
     * A user-defined operation. MPI-4.1 section 6.9.5.
     *
     * @param commute whether operands may be exchanged
     */
    public Op(User_function function, boolean commute) throws MPIException {
        this(function, commute, 0);
    }

    /**
     * A user-defined operation, with a number. MPI-4.1 section 6.9.5.
     *
     * @param commute whether operands may be exchanged
     */
    public Op(User_function function, boolean commute, int opCode_) throws MPIException {
        this(new UserOp.OfOffsets(given(function), commute), opCode_, false);
    }

    private static <F> F given(F function) {
        if (function == null) {
            throw MPI.failure(new MpiFailure(ErrorClass.ARG, "the function is null"), "new Op", "");
        }
        return function;
    }

    /**
     * The core's operation.
     *
     * @param unsignedBytes whether bytes are 0 to 255, as in the lower-case dialect
     * @throws MpiFailure of class OP when it is null or freed
     */
    static musubi.op.ReductionOp core(Op op, boolean unsignedBytes) {
        if (op == null || op.core == null) {
            throw new MpiFailure(
                    ErrorClass.OP,
                    op == null
                            ? "the operation is null; pass for example MPI.SUM"
                            : "the operation was freed");
        }
        return unsignedBytes ? op.unsigned : op.core;
    }

    /** The operation for calls with a derived type. */
    static musubi.op.ReductionOp with(musubi.op.ReductionOp op, Datatype type) {
        return op instanceof UserOp user ? user.with(type) : op;
    }

    /** Whether operands may be exchanged. MPI-4.1 section 6.9.5. */
    public boolean isCommutative() {
        return core != null && core.isCommutative();
    }

    /**
     * Frees the operation; a predefined one cannot be freed ({@code ERR_OP}). MPI-4.1 section
     * 6.9.5.
     */
    @Override
    public void free() throws MPIException {
        MPI.checkRunning();
        if (predefined || core == null) {
            throw MPI.failure(
                    new MpiFailure(
                            ErrorClass.OP,
                            core == null
                                    ? "the operation was freed before"
                                    : "a predefined operation cannot be freed"),
                    "Op.free",
                    "op=" + this);
        }
        core = null;
        unsigned = null;
        ProgramChecks.freed(made);
    }

    /** Whether it was freed. MPI-4.1 section 6.9.5. */
    public boolean isNull() {
        return core == null;
    }

    @Override
    public String toString() {
        return core == null ? "a freed operation" : core.name();
    }
}
