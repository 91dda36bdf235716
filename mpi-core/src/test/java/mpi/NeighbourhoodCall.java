package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.Buffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * One neighbourhood collective: a form of the operation, blocking or not, on arrays or buffers. All
 * ranks draw the same.
 */
final class NeighbourhoodCall {
    private static final int PLAIN_ITEMS = 2;

    private final Form form;
    private final boolean waits;
    private final Memory memory;
    private NeighbourhoodModel model;
    private Object received;
    private int[] expected;
    private Request request;

    private enum Form {
        GATHER,
        GATHERV,
        EXCHANGE,
        EXCHANGEV,
        EXCHANGEW
    }

    private enum Memory {
        ARRAY,
        HEAP_BUFFER,
        DIRECT_BUFFER
    }

    /** The layout of the blocks of one side. */
    private static final class Layout {
        final int[] counts;
        final int[] at;
        int end;

        Layout(int blocks) {
            counts = new int[blocks];
            at = new int[blocks];
        }

        /** Blocks from the last to the first, with a gap before each. */
        void scatter() {
            for (int block = counts.length - 1; block >= 0; block--) {
                at[block] = end + 1;
                end = at[block] + counts[block];
            }
        }

        /** Blocks of equal size one behind the other. */
        void line() {
            for (int block = 0; block < counts.length; block++) {
                at[block] = block * PLAIN_ITEMS;
            }
            end = counts.length * PLAIN_ITEMS;
        }

        int[] inBytes() {
            return Arrays.stream(at).map(a -> a * Integer.BYTES).toArray();
        }
    }

    private NeighbourhoodCall(Random random, boolean waits) {
        form = Form.values()[random.nextInt(Form.values().length)];
        memory = Memory.values()[random.nextInt(Memory.values().length)];
        this.waits = waits;
    }

    static NeighbourhoodCall any(Random random) {
        return new NeighbourhoodCall(random, random.nextBoolean());
    }

    static NeighbourhoodCall nonBlocking(Random random) {
        return new NeighbourhoodCall(random, true);
    }

    @Override
    public String toString() {
        return form + " waits=" + waits + " " + memory;
    }

    private boolean isGather() {
        return form == Form.GATHER || form == Form.GATHERV;
    }

    /** Items of a block, from its sender and its index at the sender, which both sides have. */
    private int count(int sender, int block) {
        return switch (form) {
            case GATHER, EXCHANGE -> PLAIN_ITEMS;
            case GATHERV -> sender % 3;
            case EXCHANGEV, EXCHANGEW -> (sender + 2 * block) % 5;
        };
    }

    private int item(int sender, int block, int i) {
        return (100 * sender + (isGather() ? 0 : block)) * 10 + i;
    }

    void start(NeighbourhoodModel newModel) {
        model = newModel;
        Layout in = incoming();
        Layout out = outgoing();
        Object send = memory(contents(out));
        received = memory(filled(in.end + 1));
        if (waits) {
            request = begin(send, out, in);
        } else {
            run(send, out, in);
        }
    }

    private Layout incoming() {
        Layout in = new Layout(model.inDegree());
        for (int block = 0; block < in.counts.length; block++) {
            int source = model.source(block);
            in.counts[block] = source < 0 ? 1 : count(source, model.sentAs(block));
        }
        arrange(in, form != Form.GATHER);
        expected = filled(in.end + 1);
        for (int block = 0; block < in.counts.length; block++) {
            for (int i = 0; i < in.counts[block] && model.source(block) >= 0; i++) {
                int sentAs = model.sentAs(block);
                expected[in.at[block] + i] = item(model.source(block), sentAs, i);
            }
        }
        return in;
    }

    private Layout outgoing() {
        int me = model.comm().getRank();
        Layout out = new Layout(isGather() ? 1 : model.outDegree());
        for (int block = 0; block < out.counts.length; block++) {
            out.counts[block] = count(me, block);
        }
        arrange(out, !isGather());
        return out;
    }

    private void arrange(Layout layout, boolean anywhere) {
        if (anywhere && form != Form.EXCHANGE) {
            layout.scatter();
        } else {
            layout.line();
        }
    }

    private int[] contents(Layout out) {
        int me = model.comm().getRank();
        int[] contents = filled(out.end + 1);
        for (int block = 0; block < out.counts.length; block++) {
            for (int i = 0; i < out.counts[block]; i++) {
                contents[out.at[block] + i] = item(me, block, i);
            }
        }
        return contents;
    }

    private static int[] filled(int length) {
        int[] filled = new int[length];
        Arrays.fill(filled, NeighbourhoodTests.UNTOUCHED);
        return filled;
    }

    private Object memory(int[] contents) {
        return switch (memory) {
            case ARRAY -> contents;
            case HEAP_BUFFER -> IntBuffer.wrap(contents);
            case DIRECT_BUFFER -> MPI.newIntBuffer(contents.length).put(0, contents);
        };
    }

    /** Pairs of items where the count is even, so that the types of the two sides differ. */
    private static Datatype[] types(Layout layout, boolean inPairs) {
        return Arrays.stream(layout.counts)
                .mapToObj(c -> inPairs && c % 2 == 0 ? MPI.INT2 : MPI.INT)
                .toArray(Datatype[]::new);
    }

    private static int[] items(Layout layout, boolean inPairs) {
        return Arrays.stream(layout.counts).map(c -> inPairs && c % 2 == 0 ? c / 2 : c).toArray();
    }

    private void run(Object send, Layout out, Layout in) {
        Comm comm = model.comm();
        switch (form) {
            case GATHER ->
                    comm.neighborAllGather(
                            send, PLAIN_ITEMS, MPI.INT, received, PLAIN_ITEMS, MPI.INT);
            case GATHERV ->
                    comm.neighborAllGatherv(
                            send, out.counts[0], MPI.INT, received, in.counts, in.at, MPI.INT);
            case EXCHANGE ->
                    comm.neighborAllToAll(
                            send, PLAIN_ITEMS, MPI.INT, received, PLAIN_ITEMS, MPI.INT);
            case EXCHANGEV ->
                    comm.neighborAllToAllv(
                            send, out.counts, out.at, MPI.INT, received, in.counts, in.at, MPI.INT);
            case EXCHANGEW ->
                    comm.neighborAllToAllw(
                            send,
                            out.counts,
                            out.inBytes(),
                            types(out, false),
                            received,
                            items(in, true),
                            in.inBytes(),
                            types(in, true));
        }
    }

    private Request begin(Object send, Layout out, Layout in) {
        return send instanceof Buffer from && received instanceof Buffer to
                ? beginOnBuffers(from, to, out, in)
                : beginOnArrays(send, out, in);
    }

    private Request beginOnArrays(Object send, Layout out, Layout in) {
        Comm comm = model.comm();
        return switch (form) {
            case GATHER ->
                    comm.iNeighborAllGather(
                            send, PLAIN_ITEMS, MPI.INT, received, PLAIN_ITEMS, MPI.INT);
            case GATHERV ->
                    comm.iNeighborAllGatherv(
                            send, out.counts[0], MPI.INT, received, in.counts, in.at, MPI.INT);
            case EXCHANGE ->
                    comm.iNeighborAllToAll(
                            send, PLAIN_ITEMS, MPI.INT, received, PLAIN_ITEMS, MPI.INT);
            case EXCHANGEV ->
                    comm.iNeighborAllToAllv(
                            send, out.counts, out.at, MPI.INT, received, in.counts, in.at, MPI.INT);
            case EXCHANGEW ->
                    comm.iNeighborAllToAllw(
                            send,
                            out.counts,
                            out.inBytes(),
                            types(out, false),
                            received,
                            items(in, true),
                            in.inBytes(),
                            types(in, true));
        };
    }

    private Request beginOnBuffers(Buffer send, Buffer receive, Layout out, Layout in) {
        Comm comm = model.comm();
        return switch (form) {
            case GATHER ->
                    comm.iNeighborAllGather(
                            send, PLAIN_ITEMS, MPI.INT, receive, PLAIN_ITEMS, MPI.INT);
            case GATHERV ->
                    comm.iNeighborAllGatherv(
                            send, out.counts[0], MPI.INT, receive, in.counts, in.at, MPI.INT);
            case EXCHANGE ->
                    comm.iNeighborAllToAll(
                            send, PLAIN_ITEMS, MPI.INT, receive, PLAIN_ITEMS, MPI.INT);
            case EXCHANGEV ->
                    comm.iNeighborAllToAllv(
                            send, out.counts, out.at, MPI.INT, receive, in.counts, in.at, MPI.INT);
            case EXCHANGEW ->
                    comm.iNeighborAllToAllw(
                            send,
                            out.counts,
                            out.inBytes(),
                            types(out, false),
                            receive,
                            items(in, true),
                            in.inBytes(),
                            types(in, true));
        };
    }

    /** Waits, and compares the received blocks with the expected ones. */
    void finish(String what) {
        if (waits) {
            request.waitFor();
        }
        int[] got = new int[expected.length];
        if (received instanceof IntBuffer buffer) {
            buffer.get(0, got);
        } else {
            got = (int[]) received;
        }
        assertArrayEquals(expected, got, what);
    }
}
