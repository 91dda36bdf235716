package musubi.launch.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The placement of ranks on hosts. A node is the number of a host, from 0.
 *
 * <p>Thread rule: immutable.
 *
 * @param hosts by node
 * @param nodes the node of each rank
 */
public record RankPlacement(List<HostSlots> hosts, List<Integer> nodes) {
    public RankPlacement {
        int last = hosts.size() - 1;
        if (nodes.stream().anyMatch(node -> node < 0 || node > last)) {
            throw new IllegalArgumentException("a rank is on no host");
        }
    }

    /** All ranks on this machine. */
    public static RankPlacement onThisHost(int ranks) {
        HostSlots here = HostSlots.of(LocalHost.name(), ranks);
        return new RankPlacement(List.of(here), Collections.nCopies(ranks, 0));
    }

    /** The placement of ranks on these hosts, by rank; nodes are numbered as they appear. */
    static RankPlacement of(List<HostSlots> hostOfRank) {
        Map<String, Integer> numbers = new HashMap<>();
        List<HostSlots> used = new ArrayList<>();
        List<Integer> nodes = new ArrayList<>();
        for (HostSlots host : hostOfRank) {
            if (!numbers.containsKey(host.name())) {
                numbers.put(host.name(), used.size());
                used.add(host);
            }
            int node = numbers.get(host.name());
            used.set(node, used.get(node).withSiteOf(host));
            nodes.add(node);
        }
        return new RankPlacement(used, nodes);
    }

    /** The number of ranks. */
    public int size() {
        return nodes.size();
    }

    /** The node of a rank. */
    public int nodeOf(int rank) {
        return nodes.get(rank);
    }

    /** The ranks of a node, in ascending order. */
    public List<Integer> ranksOf(int node) {
        return IntStream.range(0, size()).filter(rank -> nodeOf(rank) == node).boxed().toList();
    }

    /** The value of PMI_process_mapping; see {@code ProcessMapping} in the core. */
    public String mapping() {
        List<int[]> blocks = new ArrayList<>();
        for (int rank = 0; rank < size(); ) {
            int end = rank;
            while (end < size() && nodeOf(end) == nodeOf(rank)) {
                end++;
            }
            add(blocks, nodeOf(rank), end - rank);
            rank = end;
        }
        int period = period(blocks);
        StringBuilder text = new StringBuilder("(vector");
        for (int[] block : blocks.subList(0, period)) {
            text.append(",(").append(block[0]).append(',').append(block[1]);
            text.append(',').append(block[2]).append(')');
        }
        return text.append(')').toString();
    }

    private static void add(List<int[]> blocks, int node, int count) {
        int[] last = blocks.isEmpty() ? null : blocks.getLast();
        if (last != null && last[2] == count && node == last[0] + last[1]) {
            last[1]++;
        } else {
            blocks.add(new int[] {node, 1, count});
        }
    }

    /** The length of the repeating prefix: a reader repeats the blocks until all ranks have one. */
    private static int period(List<int[]> blocks) {
        int size = blocks.size();
        for (int period = 1; period <= size / 2; period++) {
            int shift = period;
            boolean repeats =
                    size % period == 0
                            && IntStream.range(period, size)
                                    .allMatch(
                                            i ->
                                                    Arrays.equals(
                                                            blocks.get(i), blocks.get(i - shift)));
            if (repeats) {
                return period;
            }
        }
        return size;
    }
}
