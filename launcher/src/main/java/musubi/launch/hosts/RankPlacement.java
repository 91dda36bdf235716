package musubi.launch.hosts;

import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The placement of ranks on hosts. A node is the number of a host, from 0.
 *
 * <p>Thread rule: immutable.
 */
public final class RankPlacement {
    private final List<HostSlots> hosts;
    private final int[] nodes;

    private RankPlacement(List<HostSlots> hosts, int[] nodes) {
        this.hosts = hosts;
        this.nodes = nodes;
    }

    /**
     * A placement.
     *
     * @param hosts by node
     * @param nodes the node of each rank
     */
    public static RankPlacement of(List<HostSlots> hosts, int[] nodes) {
        return new RankPlacement(List.copyOf(hosts), nodes.clone());
    }

    /** All ranks on this machine. */
    public static RankPlacement onThisHost(int ranks) {
        return new RankPlacement(List.of(HostSlots.of(LocalHost.name(), ranks)), new int[ranks]);
    }

    /** The hosts, by node. */
    public List<HostSlots> hosts() {
        return hosts;
    }

    /** The number of ranks. */
    public int size() {
        return nodes.length;
    }

    /** The node of a rank. */
    public int nodeOf(int rank) {
        return nodes[rank];
    }

    /** The ranks of a node, in ascending order. */
    public List<Integer> ranksOf(int node) {
        return IntStream.range(0, nodes.length)
                .filter(rank -> nodes[rank] == node)
                .boxed()
                .toList();
    }

    /** The value of PMI_process_mapping; see {@code ProcessMapping} in the core. */
    public String mapping() {
        List<int[]> blocks = new ArrayList<>();
        for (int rank = 0; rank < nodes.length; ) {
            int end = rank;
            while (end < nodes.length && nodes[end] == nodes[rank]) {
                end++;
            }
            add(blocks, nodes[rank], end - rank);
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

    public void write(PayloadWriter out) {
        out.number(hosts.size());
        hosts.forEach(host -> host.write(out));
        out.numbers(Arrays.stream(nodes).boxed().toList());
    }

    public static RankPlacement read(PayloadReader in) throws IOException {
        List<HostSlots> hosts = new ArrayList<>();
        int size = in.size(Integer.BYTES);
        for (int i = 0; i < size; i++) {
            hosts.add(HostSlots.read(in));
        }
        int[] nodes = in.numbers().stream().mapToInt(Integer::intValue).toArray();
        if (Arrays.stream(nodes).anyMatch(node -> node < 0 || node >= size)) {
            throw PayloadReader.malformed("a rank is on no host", null);
        }
        return new RankPlacement(hosts, nodes);
    }
}
