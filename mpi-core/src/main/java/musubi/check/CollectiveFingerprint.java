package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.type.MpiType;
import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;
import musubi.type.signature.SignatureHash;

/**
 * A number that is equal on all ranks of a communicator if they make the same call, with arguments
 * that agree. Ranks whose numbers differ compare {@link CollectiveRecord}s: the calls may still
 * agree, as in the vector forms.
 */
final class CollectiveFingerprint {
    /** Of calls that are only compared by their records. */
    static final long NONE = 0;

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT = 29;

    private CollectiveFingerprint() {}

    /** Of a call that its text describes completely. */
    static long of(String operation) {
        return notNone(mix(operation.length(), operation.hashCode()));
    }

    /**
     * Of a call.
     *
     * @param how in what way it waits
     */
    static long of(Communicator comm, CollectiveCall call, String how) {
        if (comm.isInter()) {
            return NONE;
        }
        if (call.kind == CollectiveKind.BARRIER) {
            return notNone(mix(call.kind.ordinal(), how.hashCode()));
        }
        CollectiveBuffer common = commonSide(call, comm.rank() == call.root);
        SignatureHash signature = common == null ? null : signature(common);
        if (signature == null) {
            return NONE;
        }
        long hash = mix(call.kind.ordinal(), how.hashCode());
        hash = mix(hash, call.kind.isRooted() ? call.root : CollectiveRecord.NO_ROOT);
        hash = mix(hash, call.op == null ? 0 : call.op.name().hashCode());
        return notNone(mix(mix(hash, signature.length()), signature.hash()));
    }

    private static long mix(long hash, long next) {
        long sum = (hash + next) * MIX;
        return sum ^ sum >>> SHIFT;
    }

    private static long notNone(long hash) {
        return hash == NONE ? 1 : hash;
    }

    /** The side whose signature is the same on all ranks; null if there is none. */
    private static CollectiveBuffer commonSide(CollectiveCall call, boolean isRoot) {
        CollectiveBuffer send = call.inPlace ? call.receive : call.send;
        return switch (call.kind) {
            case BCAST, REDUCE_SCATTER_BLOCK -> call.receive;
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> send;
            case GATHER -> isRoot ? ifEqual(send, call.receive) : send;
            case SCATTER -> scatterSide(call, isRoot);
            case ALLGATHER, ALLTOALL -> ifEqual(send, call.receive);
            default -> null;
        };
    }

    private static CollectiveBuffer scatterSide(CollectiveCall call, boolean isRoot) {
        if (!isRoot) {
            return call.receive;
        }
        return call.inPlace ? call.send : ifEqual(call.send, call.receive);
    }

    private static CollectiveBuffer ifEqual(CollectiveBuffer one, CollectiveBuffer other) {
        if (one == other || one.type == other.type && one.count == other.count) {
            return one;
        }
        SignatureHash first = signature(one);
        return first != null && first.equals(signature(other)) ? one : null;
    }

    /** Null for the vector forms and for types that match all others. */
    private static SignatureHash signature(CollectiveBuffer side) {
        MpiType type = side.type;
        if (type == null || side.counts != null || side.types != null) {
            return null;
        }
        Signature signature = type.signature();
        return signature.uniform() == BaseType.PACKED
                ? null
                : signature.fingerprint().times(side.count);
    }
}
