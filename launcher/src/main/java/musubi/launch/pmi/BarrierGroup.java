package musubi.launch.pmi;

import musubi.launch.hosts.RankPlacement;

import java.util.BitSet;

/**
 * Who takes part in a barrier. PMI-1.2 writes {@code WORLD}, {@code NODE} or ranks between commas,
 * each with {@code :tag} behind it; several barriers of a rank may be under way, one for each tag.
 *
 * @param name when it is one of the two; otherwise empty
 * @param members not changed any more
 * @param tag goes back with the answer; null for the barrier of PMI-1.1
 */
record BarrierGroup(String name, BitSet members, Integer tag) {
    private static final String WORLD = "WORLD";
    private static final String NODE = "NODE";

    /**
     * The group that a rank names.
     *
     * @param text null for the barrier of PMI-1.1
     * @return null when it is not a group, or not one with this rank in it
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
