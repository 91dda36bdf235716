package musubi.conformance.soak;

import mpi.Datatype;
import mpi.MPI;

import java.util.Arrays;

/** Derived datatypes: what one layout sends another one receives, and gaps stay as they are. */
final class Layouts {
    private static final int MAX_BLOCKS = 40;
    private static final int MAX_LENGTH = 9;
    private static final int MAX_ITEMS = 4;
    private static final int TAG = 5;
    private static final int GAP = -7;

    private Layouts() {}

    /** A committed type of {@code int}, and where it has its items. */
    private record Layout(Datatype type, int[] positions, int extent) {
        /** Number of ints of an array with several items. */
        int span(int items) {
            int last = Arrays.stream(positions).max().orElse(0);
            return (items - 1) * extent + last + 1;
        }

        int position(int i) {
            return i / positions.length * extent + positions[i % positions.length];
        }
    }

    /** From layouts to contiguous ints, back, and between two layouts with the same number. */
    static void exchange(Round round) {
        int blocks = 1 + round.choose(MAX_BLOCKS);
        int length = 1 + round.choose(MAX_LENGTH);
        Layout sent = layout(round, blocks, length);
        Layout received = layout(round, blocks, length);
        int items = 1 + round.choose(MAX_ITEMS);
        int to = (round.rank() + 1) % round.size();
        int from = (round.rank() + round.size() - 1) % round.size();
        int count = items * blocks * length;
        int[] out = new int[sent.span(items)];
        int[] in = new int[received.span(items)];
        Arrays.fill(in, GAP);
        for (int i = 0; i < count; i++) {
            out[sent.position(i)] = Numbers.at(round, round.rank(), i);
        }
        if (round.flip()) {
            round.comm()
                    .sendRecv(out, items, sent.type, to, TAG, in, items, received.type, from, TAG);
        } else {
            int[] plain = new int[count];
            round.comm().sendRecv(out, items, sent.type, to, TAG, plain, count, MPI.INT, from, TAG);
            unpack(round, plain, in, received, items);
        }
        for (int i = 0; i < count; i++) {
            expect(Numbers.at(round, from, i), in[received.position(i)], i);
            in[received.position(i)] = GAP;
        }
        for (int i = 0; i < in.length; i++) {
            expect(GAP, in[i], i);
        }
        sent.type.free();
        received.type.free();
    }

    private static void unpack(Round round, int[] plain, int[] in, Layout layout, int items) {
        byte[] packed = new byte[round.comm().packSize(plain.length, MPI.INT)];
        round.comm().pack(plain, plain.length, MPI.INT, packed, 0);
        round.comm().unpack(packed, 0, in, items, layout.type);
    }

    private static void expect(int expected, int found, int i) {
        if (expected != found) {
            throw new IllegalStateException(
                    "number=%d expected=%d found=%d".formatted(i, expected, found));
        }
    }

    private static Layout layout(Round round, int blocks, int length) {
        int gap = round.choose(4);
        Layout layout =
                switch (round.choose(3)) {
                    case 0 -> vector(blocks, length, length + gap);
                    case 1 -> indexed(blocks, length, length + gap);
                    default -> contiguous(blocks * length);
                };
        layout.type.commit();
        return layout;
    }

    private static Layout contiguous(int count) {
        int[] positions = new int[count];
        Arrays.setAll(positions, i -> i);
        return new Layout(Datatype.createContiguous(count, MPI.INT), positions, count);
    }

    private static Layout vector(int blocks, int length, int stride) {
        int[] positions = new int[blocks * length];
        Arrays.setAll(positions, i -> i / length * stride + i % length);
        int extent = (blocks - 1) * stride + length;
        return new Layout(
                Datatype.createVector(blocks, length, stride, MPI.INT), positions, extent);
    }

    /** The blocks in reverse order. */
    private static Layout indexed(int blocks, int length, int stride) {
        int[] lengths = new int[blocks];
        int[] starts = new int[blocks];
        Arrays.fill(lengths, length);
        Arrays.setAll(starts, i -> (blocks - 1 - i) * stride);
        int[] positions = new int[blocks * length];
        Arrays.setAll(positions, i -> starts[i / length] + i % length);
        int extent = (blocks - 1) * stride + length;
        return new Layout(Datatype.createIndexed(lengths, starts, MPI.INT), positions, extent);
    }
}
