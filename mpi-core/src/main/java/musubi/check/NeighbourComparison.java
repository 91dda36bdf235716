package musubi.check;

import musubi.comm.Communicator;
import musubi.group.MessageAddress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compares calls of ranks that exchange data along the edges of a topology: both ends have to pass
 * an edge, and agree on the data along it. Edges between the same two ranks meet in their order.
 * MPI-4.1 sections 8.5.4 and 8.6.
 */
final class NeighbourComparison extends CollectiveComparison {
    NeighbourComparison(Communicator comm, CollectiveRecord[] records) {
        super(comm, records);
    }

    @Override
    String differsInArguments() {
        return firstOf(0, size(), this::differsTowards);
    }

    /** Looks at all edges that lead to a rank, by where they start. */
    private String differsTowards(int receiver) {
        List<List<Integer>> awaited = bySource(record(receiver).edges().from());
        return firstOf(0, size(), sender -> differsTowards(receiver, sender, awaited.get(sender)));
    }

    private String differsTowards(int receiver, int sender, List<Integer> expected) {
        int[] sent = placesOf(receiver, record(sender).edges().to());
        return sent.length == expected.size()
                ? differsBetween(sender, sent, receiver, expected)
                : unknownEdge(sender, sent.length, receiver, expected.size());
    }

    private List<List<Integer>> bySource(int[] from) {
        List<List<Integer>> awaited = new ArrayList<>();
        for (int sender = 0; sender < size(); sender++) {
            awaited.add(new ArrayList<>());
        }
        for (int i = 0; i < from.length; i++) {
            if (from[i] != MessageAddress.PROC_NULL) {
                awaited.get(from[i]).add(i);
            }
        }
        return awaited;
    }

    private static int[] placesOf(int rank, int[] ranks) {
        return IntStream.range(0, ranks.length).filter(i -> ranks[i] == rank).toArray();
    }

    private String unknownEdge(int sender, int sent, int receiver, int expected) {
        return "%s: %s gives %s to %s, which gives %s from there"
                .formatted(
                        head("edges"),
                        nameOf(sender),
                        edges(sent),
                        nameOf(receiver),
                        edges(expected));
    }

    private static String edges(int number) {
        return number == 0 ? "no edge" : number == 1 ? "1 edge" : number + " edges";
    }

    private String differsBetween(int sender, int[] sent, int receiver, List<Integer> expected) {
        TopologyEdges out = record(sender).edges();
        TopologyEdges in = record(receiver).edges();
        if (out.toWeights().length > 0) {
            return differsInWeights(
                    sender,
                    weights(out.toWeights(), sent),
                    receiver,
                    weights(in.fromWeights(), expected.stream().mapToInt(i -> i).toArray()));
        }
        return firstOf(
                0, sent.length, i -> pair(sender, sent[i], receiver, in.blocks()[expected.get(i)]));
    }

    /** The weights of parallel edges may be given in any order. */
    private static int[] weights(int[] all, int[] places) {
        return Arrays.stream(places).map(place -> all[place]).sorted().toArray();
    }

    private String differsInWeights(int sender, int[] sent, int receiver, int[] expected) {
        return Arrays.equals(sent, expected)
                ? null
                : "%s for the edge from %s to %s: its start gives %s, its end %s"
                        .formatted(
                                head("weights"),
                                nameOf(sender),
                                nameOf(receiver),
                                Arrays.toString(sent),
                                Arrays.toString(expected));
    }
}
