package musubi.check;

import musubi.topo.DistGraphTopology;
import musubi.topo.Neighbours;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The edges of a rank in a topology, as the rank itself sees them.
 *
 * @param to where each edge from this rank leads, in the order in which messages are sent
 * @param from where each edge to this rank starts, in the order in which messages are awaited
 * @param blocks which block of the receive buffer each of these is for
 * @param toWeights weights of the edges from this rank, none in a graph without
 * @param fromWeights weights of the edges to this rank, none in a graph without
 */
record TopologyEdges(int[] to, int[] from, int[] blocks, int[] toWeights, int[] fromWeights) {
    private static final int[] NONE = {};

    /** Those along which blocks are exchanged. */
    static TopologyEdges of(Neighbours neighbours) {
        int[] to = neighbours.destinations();
        int[] blocks = new int[neighbours.inDegree()];
        Arrays.setAll(blocks, neighbours::receiveOrder);
        int[] from = Arrays.stream(blocks).map(neighbours::source).toArray();
        return new TopologyEdges(to, from, blocks, NONE, NONE);
    }

    /** Those of a graph that is to be made. */
    static TopologyEdges of(DistGraphTopology graph) {
        boolean weighted = graph.weighted();
        int[] from = graph.incoming().ranks();
        return new TopologyEdges(
                graph.outgoing().ranks(),
                from,
                from,
                weighted ? graph.outgoing().weights() : NONE,
                weighted ? graph.incoming().weights() : NONE);
    }

    void encode(DataOutputStream out) throws IOException {
        for (int[] numbers : new int[][] {to, from, blocks, toWeights, fromWeights}) {
            write(out, numbers);
        }
    }

    static void write(DataOutputStream out, int[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    static TopologyEdges decode(DataInputStream in) throws IOException {
        return new TopologyEdges(read(in), read(in), read(in), read(in), read(in));
    }

    static int[] read(DataInputStream in) throws IOException {
        int[] numbers = new int[in.readInt()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readInt();
        }
        return numbers;
    }
}
