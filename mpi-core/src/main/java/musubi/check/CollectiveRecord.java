package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.type.Datatype;
import musubi.type.TypeSignature;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What a rank calls on a communicator, as far as ranks have to agree.
 *
 * @param operation for example {@code ALLREDUCE}; blocking and non-blocking ones differ
 * @param root the root, -1 when there is none
 * @param op the reduction, empty when there is none
 * @param send signatures of what is sent: one for each peer, or one for all, or none
 * @param receive signatures of what is expected, likewise
 * @param text the call with its arguments and its place in the program
 */
record CollectiveRecord(
        String operation, int root, String op, long[] send, long[] receive, String text) {
    private static final int LONGEST_TEXT = 1000;
    private static final long[] NONE = {};

    /** A call without arguments that have to agree, for example of a barrier. */
    static CollectiveRecord plain(String operation, String text) {
        return new CollectiveRecord(operation, -1, "", NONE, NONE, cut(text));
    }

    /**
     * A call.
     *
     * @param blocking whether it waits
     * @param text the call with its arguments and place
     */
    static CollectiveRecord of(CollectiveCall call, boolean blocking, String text) {
        String operation = (blocking ? "" : "non-blocking ") + call.kind;
        boolean rooted =
                switch (call.kind) {
                    case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
                    default -> false;
                };
        boolean inPlaceSender = call.inPlace && contributesInPlace(call.kind);
        return new CollectiveRecord(
                operation,
                rooted ? call.root : -1,
                call.op == null ? "" : call.op.name(),
                signatures(inPlaceSender ? call.receive : call.send),
                signatures(call.receive),
                cut(text));
    }

    /** Whether all ranks give the same and what they get is not to be compared. */
    private static boolean contributesInPlace(CollectiveKind kind) {
        return switch (kind) {
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }

    private static long[] signatures(CollectiveBuffer side) {
        if (side.counts == null) {
            return side.type == null ? NONE : new long[] {TypeSignature.of(side.type, side.count)};
        }
        long[] signatures = new long[side.counts.length];
        for (int i = 0; i < signatures.length; i++) {
            Datatype type = side.types == null ? side.type : typeAt(side.types, i);
            signatures[i] =
                    type == null ? TypeSignature.ANY : TypeSignature.of(type, side.counts[i]);
        }
        return signatures;
    }

    private static Datatype typeAt(Datatype[] types, int i) {
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
            out.writeUTF(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, long[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (long number : numbers) {
            out.writeLong(number);
        }
    }

    /** The longest encoded record for a communicator of so many ranks, in bytes. */
    static int mostBytes(int ranks) {
        return 3 * LONGEST_TEXT + 512 + 2 * Long.BYTES * Math.max(ranks, 1);
    }

    static CollectiveRecord decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new CollectiveRecord(
                    in.readUTF(), in.readInt(), in.readUTF(), read(in), read(in), in.readUTF());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long[] read(DataInputStream in) throws IOException {
        long[] numbers = new long[in.readInt()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readLong();
        }
        return numbers;
    }
}
