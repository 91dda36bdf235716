package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.bcast.LinearBroadcast;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All levels of a communicator from one rank's view: nodes with several ranks, sites, clusters of
 * sites, and at the {@link #top} all ranks. The members of a group are the leaders of the groups of
 * the level below within it, of the lowest level all ranks. The leader of a group is its lowest
 * rank, or the root of the call.
 *
 * <pre>
 *   level 0, nodes      (0 1) (2 3) (4) (5) (6)   members of the first one: 0 1
 *   level 1, sites      (0 1   2 3) (4) (5   6)                             0 2
 *   level 2, clusters   (0 1   2 3   4) (5   6)                             0 4
 *   level 3, top        (0 1   2 3   4   5   6)                             0 5
 * </pre>
 */
public final class SiteLevels {
    private final Shape shape;
    private final int root;

    /** Ranks by node and by site, and sites by cluster. */
    private final List<NodeMap> maps = new ArrayList<>();

    private final int site;
    private final Planner tree = new BinomialBroadcast();
    private final Planner star = new LinearBroadcast();

    /** The parts of this rank's group at each level, once known. */
    private final int[][] parts;

    /** The levels of a shape without {@linkplain SiteView#refusal refusal}. */
    public SiteLevels(Shape shape, int root) {
        this.shape = shape;
        this.root = root;
        if (shape.nodes != null && shape.nodes.haveTwoLevels()) {
            maps.add(shape.nodes);
        }
        site = maps.size();
        maps.add(shape.sites.ranks());
        maps.addAll(shape.sites.clusters());
        parts = new int[maps.size() + 1][];
    }

    /** The level of all ranks. */
    public int top() {
        return maps.size();
    }

    /** The level of sites; below it messages are cheap, above they cross wide links. */
    public int site() {
        return site;
    }

    /** The group of a rank; at level -1 the rank. */
    public int of(int level, int rank) {
        if (level < 0 || level == top()) {
            return level < 0 ? rank : 0;
        }
        return maps.get(level).of(level > site ? maps.get(site).of(rank) : rank);
    }

    private int count(int level) {
        if (level < 0 || level == top()) {
            return level < 0 ? shape.size : 1;
        }
        return maps.get(level).count();
    }

    /** The leader of a group. */
    public int leader(int level, int group) {
        if (of(level, root) == group) {
            return root;
        }
        int lowest = level < 0 ? group : maps.get(level).leader(group);
        return level > site ? maps.get(site).leader(lowest) : lowest;
    }

    /** The leader of this rank's group. */
    public int leader(int level) {
        return leader(level, of(level, shape.rank));
    }

    /** Whether this rank leads its group; at level -1 it does. */
    public boolean isLeader(int level) {
        return leader(level) == shape.rank;
    }

    /**
     * The groups of the level below within this rank's group, in the order of their lowest rank.
     */
    public int[] parts(int level) {
        if (parts[level] == null) {
            parts[level] = parts(level, of(level, shape.rank));
        }
        return parts[level];
    }

    /** The same for any group. */
    public int[] parts(int level, int group) {
        return IntStream.range(0, count(level - 1))
                .filter(part -> of(level, leader(level - 1, part)) == group)
                .toArray();
    }

    /** The leaders of the {@link #parts}: the members of this rank's group. */
    public int[] members(int level) {
        return Arrays.stream(parts(level)).map(part -> leader(level - 1, part)).toArray();
    }

    /** The place of this rank's part among the {@link #parts} of its group. */
    public int place(int level) {
        return Arrays.binarySearch(parts(level), of(level - 1, shape.rank));
    }

    /** A call of some items among the members of this rank's group; its root is the leader. */
    public Shape among(int level, CollectiveKind kind, long count) {
        Shape among = new Shape().reset(kind, place(level), parts(level).length);
        among.root = Arrays.binarySearch(parts(level), of(level - 1, leader(level)));
        among.count = count;
        among.itemBytes = shape.itemBytes;
        among.commutative = shape.commutative;
        return among;
    }

    /**
     * Distributes items from the leader of this rank's group to all ranks of the group, where the
     * links are wide from one to all members.
     */
    public void down(int from, Part items, ScheduleBuilder builder) {
        for (int level = from; level >= 0; level--) {
            if (isLeader(level - 1)) {
                int[] members = members(level);
                Shape call = among(level, CollectiveKind.BCAST, items.count());
                Planner planner = level > site ? star : tree;
                builder.within(place -> members[place], planner, call, null, items);
            }
        }
    }
}
