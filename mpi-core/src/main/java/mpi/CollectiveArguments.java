package mpi;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.buffer.BufferBinder;
import musubi.type.signature.BaseType;

import java.util.Arrays;

/** The arguments of a collective call of the program, checked when the call begins. */
final class CollectiveArguments {
    private final CollectiveCall core = new CollectiveCall();
    private Datatype sendType;
    private Datatype receiveType;
    private Datatype[] sendTypes;
    private Datatype[] receiveTypes;
    private Op op;
    private boolean rooted;

    CollectiveArguments() {}

    CollectiveArguments reset(CollectiveKind kind) {
        core.reset(kind);
        sendType = null;
        receiveType = null;
        sendTypes = null;
        receiveTypes = null;
        op = null;
        rooted = false;
        return this;
    }

    /** Drops the references to the buffers. */
    void forget() {
        core.reset(core.kind);
    }

    CollectiveArguments send(Object buffer, long offset, long count, Datatype type) {
        core.send.set(buffer, offset, count, null);
        sendType = type;
        return this;
    }

    CollectiveArguments send(
            Object buffer, long offset, int[] counts, int[] displacements, Datatype type) {
        core.send.setVector(buffer, offset, counts, displacements, null);
        sendType = type;
        return this;
    }

    CollectiveArguments send(
            Object buffer, long offset, long[] counts, long[] displacements, Datatype type) {
        core.send.setVector(buffer, offset, counts, displacements, null);
        sendType = type;
        return this;
    }

    CollectiveArguments send(Object buffer, int[] counts, int[] displacements, Datatype[] types) {
        core.send.setVector(buffer, 0, counts, displacements, null);
        sendTypes = types;
        return this;
    }

    CollectiveArguments send(Object buffer, long[] counts, long[] displacements, Datatype[] types) {
        core.send.setVector(buffer, 0, counts, displacements, null);
        sendTypes = types;
        return this;
    }

    CollectiveArguments receive(Object buffer, long offset, long count, Datatype type) {
        core.receive.set(buffer, offset, count, null);
        receiveType = type;
        return this;
    }

    CollectiveArguments receive(
            Object buffer, long offset, int[] counts, int[] displacements, Datatype type) {
        core.receive.setVector(buffer, offset, counts, displacements, null);
        receiveType = type;
        return this;
    }

    CollectiveArguments receive(
            Object buffer, long offset, long[] counts, long[] displacements, Datatype type) {
        core.receive.setVector(buffer, offset, counts, displacements, null);
        receiveType = type;
        return this;
    }

    CollectiveArguments receive(
            Object buffer, int[] counts, int[] displacements, Datatype[] types) {
        core.receive.setVector(buffer, 0, counts, displacements, null);
        receiveTypes = types;
        return this;
    }

    CollectiveArguments receive(
            Object buffer, long[] counts, long[] displacements, Datatype[] types) {
        core.receive.setVector(buffer, 0, counts, displacements, null);
        receiveTypes = types;
        return this;
    }

    /** The root's block lies in the receive buffer; the others send theirs. */
    CollectiveArguments gatherInPlace(Object buffer, long count, Datatype type, boolean atRoot) {
        return atRoot ? receive(buffer, 0, count, type).inPlace() : send(buffer, 0, count, type);
    }

    /** The root's block stays in the send buffer; the others receive theirs. */
    CollectiveArguments scatterInPlace(Object buffer, long count, Datatype type, boolean atRoot) {
        return atRoot ? send(buffer, 0, count, type).inPlace() : receive(buffer, 0, count, type);
    }

    CollectiveArguments op(Op operation) {
        op = operation;
        return this;
    }

    CollectiveArguments root(int root) {
        core.root = root;
        rooted = true;
        return this;
    }

    CollectiveArguments inPlace() {
        core.inPlace = true;
        return this;
    }

    /**
     * The call for the core.
     *
     * @param lowerCase whether it is a call of Open MPI's dialect, where reductions treat bytes as
     *     0 to 255 and types describe memory of any primitive type
     * @throws MpiFailure of class ROOT, TOPOLOGY, TYPE, OP, COUNT or ARG
     */
    CollectiveCall resolve(Communicator comm, boolean lowerCase) {
        checkRoot(comm);
        if (core.kind.isAmongNeighbours()) {
            comm.neighbours();
        }
        boolean inter = comm.isInter();
        boolean atRoot = !rooted || core.root == (inter ? MPI.ROOT : comm.rank());
        boolean idle = inter && rooted && core.root == MPI.PROC_NULL;
        core.inPlace &= !(inter && rooted);
        boolean sends = !idle && sends(atRoot, inter);
        resolve(core.send, sends, sendType, sendTypes);
        resolve(core.receive, !idle && receives(atRoot, inter), receiveType, receiveTypes);
        if (lowerCase) {
            reachParents();
        } else {
            checkElements(core.send);
            checkElements(core.receive);
        }
        if (reduces() && !idle) {
            musubi.type.MpiType type = sends ? core.send.type : core.receive.type;
            core.op = Op.core(op, lowerCase && type.base() == BaseType.BYTE);
            if (!type.isPredefined()) {
                core.op = Op.with(core.op, sends ? sendType : receiveType);
            }
        }
        return core;
    }

    private void checkRoot(Communicator comm) {
        boolean isPeer = core.root >= 0 && core.root < comm.peers().size();
        boolean isRole = core.root == MPI.ROOT || core.root == MPI.PROC_NULL;
        if (rooted && !isPeer && !(comm.isInter() && isRole)) {
            throw new MpiFailure(
                    ErrorClass.ROOT,
                    (comm.isInter()
                                    ? "the root is no rank of the remote group, and not MPI.ROOT or"
                                            + " MPI.PROC_NULL: root="
                                    : "the root is no rank of the communicator: root=")
                            + ErrorReport.root(core.root)
                            + " size="
                            + comm.peers().size());
        }
    }

    /**
     * Whether the send arguments are significant. Between two groups only the root and the ranks of
     * the remote group have data.
     */
    private boolean sends(boolean atRoot, boolean inter) {
        return switch (core.kind) {
            case BARRIER, BCAST -> false;
            case SCATTER, SCATTERV -> atRoot;
            case GATHER, GATHERV, REDUCE -> inter ? !atRoot : !core.inPlace;
            default -> !core.inPlace;
        };
    }

    private boolean receives(boolean atRoot, boolean inter) {
        return switch (core.kind) {
            case BARRIER -> false;
            case GATHER, GATHERV, REDUCE -> atRoot;
            case SCATTER, SCATTERV -> inter ? !atRoot : !core.inPlace;
            default -> true;
        };
    }

    private boolean reduces() {
        return switch (core.kind) {
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    private void resolve(
            CollectiveBuffer side, boolean significant, Datatype type, Datatype[] types) {
        if (!significant) {
            side.clear();
        } else if (core.kind.hasTypes()) {
            side.types = coreTypes(types);
        } else {
            side.type = Datatype.core(type);
        }
    }

    /** One buffer for both sides stays one. */
    private void reachParents() {
        Object given = core.send.buffer;
        boolean shared = given == core.receive.buffer;
        core.send.buffer = Slices.memory(core.send);
        if (shared && core.send.buffer != given) {
            core.receive.buffer = core.send.buffer;
        } else {
            core.receive.buffer = Slices.memory(core.receive);
            core.send.buffer = shared ? core.receive.buffer : core.send.buffer;
        }
    }

    private static void checkElements(CollectiveBuffer side) {
        if (side.type != null && (side.count != 0 || side.counts != null)) {
            BufferBinder.checkElements(side.buffer, side.type);
        }
    }

    private static musubi.type.MpiType[] coreTypes(Datatype[] types) {
        if (types == null) {
            throw new MpiFailure(ErrorClass.TYPE, "the array of datatypes is null");
        }
        musubi.type.MpiType[] result = new musubi.type.MpiType[types.length];
        for (int i = 0; i < types.length; i++) {
            result[i] = Datatype.core(types[i]);
        }
        return result;
    }

    /** The arguments, for messages. */
    String arguments() {
        StringBuilder text = new StringBuilder();
        describe(text, "send", core.send, sendType);
        describe(text, "recv", core.receive, receiveType);
        if (reduces()) {
            text.append(ErrorReport.arguments("op", op)).append(", ");
        }
        if (rooted) {
            text.append("root=").append(ErrorReport.root(core.root)).append(", ");
        }
        text.setLength(Math.max(0, text.length() - 2));
        return text.toString();
    }

    private static void describe(
            StringBuilder text, String name, CollectiveBuffer side, Datatype type) {
        if (side.buffer == null && type == null) {
            return;
        }
        text.append(ErrorReport.arguments(name + "buf", side.buffer, "offset", side.offset))
                .append(side.counts == null ? ", count=" + side.count : ", counts=")
                .append(side.counts == null ? "" : side.counts.toString())
                .append(side.types == null ? ", type=" : ", types=")
                .append(side.types == null ? type : Arrays.toString(side.types))
                .append(", ");
    }
}
