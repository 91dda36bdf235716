package musubi.collectives.model;

import musubi.collectives.schedule.FoldedRanks;
import musubi.collectives.topology.LinkTraffic;
import musubi.collectives.topology.TorusEmbedding;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Number of messages of an algorithm that share a link of a torus, counted once for each round or
 * tree and cached. A round takes time O(p) times the length of a route.
 */
final class LinkContention {
    /** A latency greater than the time of all blocks of any rounds. */
    private static final long LONG_START = 1L << 40;

    /** A block longer than all latencies of any rounds. */
    private static final long LONG_BLOCK = 1L << 8;

    private final int ranks;
    private final LinkTraffic traffic;
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, CriticalPath> paths = new HashMap<>();
    private final Map<String, TreeFlow> trees = new HashMap<>();

    LinkContention(TorusEmbedding job) {
        ranks = job.logical().size();
        traffic = new LinkTraffic(job);
    }

    /** Messages on the busiest link if ranks send at once, each to at most one other. */
    synchronized long busiest(String name, IntUnaryOperator peer) {
        return counts.computeIfAbsent(name, _ -> count(peer));
    }

    private long count(IntUnaryOperator peer) {
        traffic.clear();
        for (int rank = 0; rank < ranks; rank++) {
            int to = peer.applyAsInt(rank);
            if (to != FoldedRanks.NONE && to != rank) {
                traffic.add(rank, to, 1);
            }
        }
        return traffic.mostOnALink();
    }

    /**
     * Messages and blocks on the critical path of rounds.
     *
     * @param starts latencies
     * @param blocks on links
     */
    record CriticalPath(long starts, long blocks) {}

    /** The critical path for negligible latencies. */
    synchronized CriticalPath ofLongBlocks(String name, Supplier<List<Round>> rounds) {
        return paths.computeIfAbsent(
                name,
                _ -> {
                    long end = send(rounds.get(), 1, LONG_BLOCK);
                    return new CriticalPath(end % LONG_BLOCK, end / LONG_BLOCK);
                });
    }

    /** The critical path for latencies much longer than blocks: most messages, then most blocks. */
    synchronized CriticalPath ofShortBlocks(String name, Supplier<List<Round>> rounds) {
        return paths.computeIfAbsent(
                name + " started",
                _ -> {
                    long end = send(rounds.get(), LONG_START, 1);
                    return new CriticalPath(end / LONG_START, end % LONG_START);
                });
    }

    private long send(List<Round> rounds, long start, long block) {
        traffic.clear();
        long[] ready = new long[ranks];
        for (Round round : rounds) {
            int[] from = soonestFirst(ready);
            int[] to = Arrays.stream(from).map(rank -> peer(round, rank)).toArray();
            long[] weights =
                    Arrays.stream(from)
                            .mapToLong(rank -> block * round.weight().applyAsLong(rank))
                            .toArray();
            long[] times = Arrays.stream(from).mapToLong(rank -> ready[rank]).toArray();
            traffic.send(from, to, weights, times);
            for (int i = 0; i < ranks; i++) {
                long starts = from[i] == to[i] ? 0 : start;
                ready[to[i]] = Math.max(ready[to[i]], times[i] + starts);
            }
        }
        return Arrays.stream(ready).max().orElse(0);
    }

    private int[] soonestFirst(long... ready) {
        long[] order = new long[ranks];
        Arrays.setAll(order, rank -> ready[rank] * ranks + rank);
        Arrays.sort(order);
        return Arrays.stream(order).mapToInt(next -> (int) (next % ranks)).toArray();
    }

    /** The peer of a rank; itself if it does not send. */
    private static int peer(Round round, int rank) {
        int peer = round.peer().applyAsInt(rank);
        return peer == FoldedRanks.NONE ? rank : peer;
    }

    /**
     * A segment down each tree from rank 0. Messages of a rank over the same link are in sequence,
     * in the order of its children.
     *
     * @param name of the trees
     * @param weight of the message to a child
     */
    synchronized TreeFlow down(
            String name, Supplier<List<IntFunction<int[]>>> below, IntToLongFunction weight) {
        return trees.computeIfAbsent(name, _ -> countDown(below.get(), weight));
    }

    private TreeFlow countDown(List<IntFunction<int[]>> below, IntToLongFunction weight) {
        traffic.clear();
        long[] hops = {0};
        for (IntFunction<int[]> tree : below) {
            traffic.beginTree();
            long[] ready = new long[ranks];
            walk(
                    tree,
                    (rank, child) -> {
                        ready[child] =
                                traffic.add(rank, child, weight.applyAsLong(child), ready[rank]);
                        hops[0] = Math.max(hops[0], ready[child]);
                    });
        }
        long starts = Math.max(1, traffic.mostSent());
        long turns = traffic.timeOnBusiest() / starts + 1;
        return new TreeFlow(hops[0], starts, traffic.mostOnALink(), turns);
    }

    /** The same up the trees: a rank sends after it has received from all its children. */
    synchronized TreeFlow up(String name, Supplier<List<IntFunction<int[]>>> below) {
        return trees.computeIfAbsent(
                name,
                _ -> {
                    traffic.clear();
                    return countUp(below.get());
                });
    }

    private TreeFlow countUp(List<IntFunction<int[]>> below) {
        int[] levels = {0};
        for (IntFunction<int[]> tree : below) {
            int[] level = new int[ranks];
            walk(
                    tree,
                    (rank, child) -> {
                        traffic.add(child, rank, 1);
                        level[child] = level[rank] + 1;
                        levels[0] = Math.max(levels[0], level[child]);
                    });
        }
        return new TreeFlow(levels[0], traffic.mostSent(), traffic.mostOnALink());
    }

    /** Up the trees and down, segments in both directions at once. */
    synchronized TreeFlow upAndDown(String name, Supplier<List<IntFunction<int[]>>> below) {
        return trees.computeIfAbsent(
                name,
                _ -> {
                    TreeFlow down = countDown(below.get(), _ -> 1);
                    TreeFlow both = countUp(below.get());
                    return new TreeFlow(down.hops() + both.hops(), both.starts(), both.load());
                });
    }

    /** A rank and one of its children. */
    private interface Edge {
        void visit(int rank, int child);
    }

    /** All edges of a tree, those nearer to rank 0 first. */
    private void walk(IntFunction<int[]> tree, Edge edge) {
        int[] queue = new int[ranks];
        int found = 1;
        for (int next = 0; next < found; next++) {
            for (int child : tree.apply(queue[next])) {
                edge.visit(queue[next], child);
                queue[found++] = child;
            }
        }
    }
}
