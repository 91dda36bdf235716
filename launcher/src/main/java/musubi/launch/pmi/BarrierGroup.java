package musubi.launch.pmi;

import musubi.launch.hosts.RankPlacement;

import java.util.BitSet;
import java.util.Objects;

/**
 * The participants of a barrier. PMI-1.2 writes {@code WORLD}, {@code NODE} or a comma-separated
 * list of ranks, each followed by {@code :tag}; a rank may have one pending barrier per tag.
 *
 * @param name {@code WORLD} or {@code NODE}; empty for a list
 * @param members the ranks; not modified
 * @param tag the tag of the reply; null for the barrier of PMI-1.1
 */
record BarrierGroup(String name, BitSet members, Integer tag) {
    private static final String WORLD = "WORLD";
    private static final String NODE = "NODE";

    /**
     * Parses the group of a request.
     *
     * @param text the group; null for the barrier of PMI-1.1
     * @param rank the rank of the request
     * @return null if the group is malformed or does not contain the rank
     */
    static BarrierGroup of(String text, int rank, RankPlacement placement) {
        BitSet members = new BitSet();
        if (text == null) {
            members.set(0, placement.size());
            return new BarrierGroup("", members, null);
        }
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        try {
            int tag = colon < 0 ? 0 : Integer.parseInt(text.substring(colon + 1));
            fill(members, name, rank, placement);
            boolean listed = !name.equals(WORLD) && !name.equals(NODE);
            BarrierGroup group = new BarrierGroup(listed ? "" : name, members, tag);
            return members.get(rank) ? group : null;
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /** Whether it is the same barrier; the generated equals takes 10 ms at its first use. */
    boolean isSame(BarrierGroup other) {
        return name.equals(other.name)
                && members.equals(other.members)
                && Objects.equals(tag, other.tag);
    }

    private static void fill(BitSet members, String name, int rank, RankPlacement placement) {
        switch (name) {
            case WORLD -> members.set(0, placement.size());
            case NODE -> placement.ranksOf(placement.nodeOf(rank)).forEach(members::set);
            default -> {
                for (String each : name.split(",")) {
                    int member = Integer.parseInt(each);
                    if (member >= placement.size()) {
                        throw new IndexOutOfBoundsException(member);
                    }
                    members.set(member);
                }
            }
        }
    }
}
