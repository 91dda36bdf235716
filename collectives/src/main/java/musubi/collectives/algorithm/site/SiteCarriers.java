package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Who carries the messages between sites and clusters of an all-to-all. A site exchanges messages
 * with the other sites of its cluster and with the other clusters; each of its ranks carries those
 * of some of them. Those of a cluster with another one pass one of its sites, the gateway.
 */
final class SiteCarriers {
    private final SiteLevels levels;
    private final int size;
    private final int sites;
    private final Map<Group, int[]> ranks = new HashMap<>();
    private final Map<Integer, List<Group>> others = new HashMap<>();

    /** A site or a cluster, by its level and its number. */
    record Group(int level, int number) {}

    SiteCarriers(Shape shape) {
        levels = new SiteLevels(shape, 0);
        size = shape.size;
        sites = shape.sites.ranks().count();
    }

    /** A site as a group. */
    Group group(int site) {
        return new Group(levels.site(), site);
    }

    private int groupOf(int level, int site) {
        return levels.of(level, levels.leader(levels.site(), site));
    }

    /** The group with a site at the level of another group. */
    Group peer(int site, Group other) {
        return new Group(other.level, groupOf(other.level, site));
    }

    /** The ranks of a group, in ascending order. */
    int[] ranks(Group group) {
        return ranks.computeIfAbsent(
                group,
                _ ->
                        IntStream.range(0, size)
                                .filter(rank -> levels.of(group.level, rank) == group.number)
                                .toArray());
    }

    /** The sites of a group, in ascending order. */
    int[] sites(Group group) {
        return IntStream.range(0, sites)
                .filter(site -> groupOf(group.level, site) == group.number)
                .toArray();
    }

    /** The groups with which a site exchanges messages, near ones first. */
    List<Group> others(int site) {
        return others.computeIfAbsent(site, this::findOthers);
    }

    private List<Group> findOthers(int site) {
        List<Group> found = new ArrayList<>();
        for (int level = levels.site() + 1; level <= levels.top(); level++) {
            for (int part : levels.parts(level, groupOf(level, site))) {
                if (part != groupOf(level - 1, site)) {
                    found.add(new Group(level - 1, part));
                }
            }
        }
        return found;
    }

    /** The rank of a site for messages from and to one of the {@link #others}. */
    int carrier(int site, Group other) {
        int[] local = ranks(group(site));
        return local[others(site).indexOf(other) % local.length];
    }

    /** The site of a group that its messages from and to another group pass. */
    int gateway(Group group, Group other) {
        int[] there = sites(group);
        return there[other.number % there.length];
    }
}
