package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.topo.DistGraphTopology;
import musubi.type.MessageSignature;
import musubi.type.MpiType;
import musubi.type.signature.SignatureHash;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The part of a call on a communicator that the ranks have to agree on.
 *
 * @param operation for example {@code ALLREDUCE}; blocking, non-blocking and persistent ones differ
 * @param root the root, {@link #NO_ROOT} when there is none
 * @param op the reduction, empty when there is none
 * @param send what is sent: one signature for each peer, or one for all, or none
 * @param receive what is expected, likewise
 * @param edges the edges of the rank if it exchanges data with neighbours; else null
 * @param members the group that the rank passes, as ranks of the communicator; null when there is
 *     none
 * @param text the call with its arguments and its place in the program
 */
record CollectiveRecord(
        String operation,
        int root,
        String op,
        MessageSignature[] send,
        MessageSignature[] receive,
        TopologyEdges edges,
        int[] members,
        String text) {
    static final int NO_ROOT = Integer.MIN_VALUE;

    private static final int LONGEST_TEXT = 1000;
    private static final MessageSignature[] NONE = {};

    /**
     * A call whose arguments need not agree, or stand in the operation.
     *
     * @param operation for example {@code BARRIER}
     */
    static CollectiveRecord plain(String operation, String text) {
        return new CollectiveRecord(
                named(operation), NO_ROOT, "", NONE, NONE, null, null, cut(text));
    }

    /** A call to create a communicator of a group; the members of each group have to pass it. */
    static CollectiveRecord ofGroup(String operation, int[] members, String text) {
        return new CollectiveRecord(operation, NO_ROOT, "", NONE, NONE, null, members, cut(text));
    }

    /** A call to create a graph to which each rank passes its own edges. */
    static CollectiveRecord ofGraph(String operation, DistGraphTopology graph, String text) {
        String how = operation + (graph.weighted() ? " with weights" : " without weights");
        return new CollectiveRecord(
                how, NO_ROOT, "", NONE, NONE, TopologyEdges.of(graph), null, cut(text));
    }

    /**
     * A call.
     *
     * @param how in what way it waits, for example {@code "non-blocking "}; empty when it does
     * @param text the call with its arguments and place
     */
    static CollectiveRecord of(Communicator comm, CollectiveCall call, String how, String text) {
        boolean inPlaceSender = call.inPlace && contributesInPlace(call.kind);
        return new CollectiveRecord(
                how + call.kind,
                call.kind.isRooted() ? call.root : NO_ROOT,
                call.op == null ? "" : call.op.name(),
                signatures(inPlaceSender ? call.receive : call.send),
                signatures(call.receive),
                call.kind.isAmongNeighbours() ? TopologyEdges.of(comm.neighbours()) : null,
                null,
                cut(text));
    }

    /** The operation without the way in which it waits. */
    String bareOperation() {
        return operation.substring(operation.lastIndexOf(' ') + 1);
    }

    /** Whether all ranks contribute the same and the receive buffers are not compared. */
    private static boolean contributesInPlace(CollectiveKind kind) {
        return switch (kind) {
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    /** A long one is cut off, but still differs from others. */
    private static String named(String operation) {
        return operation.length() <= LONGEST_TEXT
                ? operation
                : cut(operation) + " #" + Integer.toHexString(operation.hashCode());
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }

    private static MessageSignature[] signatures(CollectiveBuffer side) {
        if (side.counts == null) {
            return side.type == null
                    ? NONE
                    : new MessageSignature[] {MessageSignature.of(side.type, side.count)};
        }
        MessageSignature[] signatures = new MessageSignature[side.counts.length()];
        for (int i = 0; i < signatures.length; i++) {
            MpiType type = side.types == null ? side.type : typeAt(side.types, i);
            signatures[i] =
                    type == null
                            ? MessageSignature.ANY
                            : MessageSignature.of(type, side.counts.at(i));
        }
        return signatures;
    }

    private static MpiType typeAt(MpiType[] types, int i) {
        return i < types.length ? types[i] : null;
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(operation);
            out.writeInt(root);
            out.writeUTF(op);
            write(out, send);
            write(out, receive);
            out.writeBoolean(edges != null);
            if (edges != null) {
                edges.encode(out);
            }
            out.writeBoolean(members != null);
            if (members != null) {
                TopologyEdges.write(out, members);
            }
            out.writeUTF(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, MessageSignature[] signatures)
            throws IOException {
        out.writeInt(signatures.length);
        for (MessageSignature signature : signatures) {
            SignatureHash sequence = signature.sequence();
            out.writeBoolean(sequence != null);
            out.writeLong(sequence == null ? 0 : sequence.length());
            out.writeLong(sequence == null ? 0 : sequence.hash());
            out.writeUTF(signature.text());
        }
    }

    static CollectiveRecord decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new CollectiveRecord(
                    in.readUTF(),
                    in.readInt(),
                    in.readUTF(),
                    read(in),
                    read(in),
                    in.readBoolean() ? TopologyEdges.decode(in) : null,
                    in.readBoolean() ? TopologyEdges.read(in) : null,
                    in.readUTF());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageSignature[] read(DataInputStream in) throws IOException {
        MessageSignature[] signatures = new MessageSignature[in.readInt()];
        for (int i = 0; i < signatures.length; i++) {
            boolean isKnown = in.readBoolean();
            SignatureHash sequence = new SignatureHash(in.readLong(), in.readLong());
            signatures[i] = new MessageSignature(isKnown ? sequence : null, in.readUTF());
        }
        return signatures;
    }
}
