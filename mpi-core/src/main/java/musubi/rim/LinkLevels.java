package musubi.rim;

import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;

/**
 * The links from the site of a rank as levels of its record: {@code grid.latency.agreed.NAME} and
 * {@code grid.bandwidth.agreed.NAME} to each site, its own one included; {@code
 * grid.latency.current.NAME} and {@code grid.bandwidth.current.NAME} to each other one. {@code
 * grid.site.NAME} is 1 for its own site.
 */
final class LinkLevels {
    private static final double NANOS = 1e9;

    private final int mySite;

    /** Those of the links that change, by site; null for its own, and without a link. */
    private final List<Levels> current = new ArrayList<>();

    /** The levels of a link. */
    private record Levels(LongConsumer latencyNs, LongConsumer bytesPerS) {
        void set(SiteLink link) {
            latencyNs.accept(Math.round(link.latencyS() * NANOS));
            bytesPerS.accept(Math.round(link.bytesPerS()));
        }
    }

    /**
     * Levels with the values of a graph.
     *
     * @param levels makes a level from a name and a unit
     */
    LinkLevels(SiteGraph agreed, int mySite, BiFunction<String, String, LongConsumer> levels) {
        this.mySite = mySite;
        levels.apply("grid.site." + agreed.map().name(mySite), "sites").accept(1);
        for (int site = 0; site < agreed.sites(); site++) {
            SiteLink link = agreed.link(mySite, site);
            String name = agreed.map().name(site);
            if (link != null) {
                levels("agreed." + name, levels).set(link);
            }
            boolean mayChange = link != null && site != mySite;
            current.add(mayChange ? levels("current." + name, levels) : null);
        }
        set(agreed);
    }

    private static Levels levels(String name, BiFunction<String, String, LongConsumer> levels) {
        return new Levels(
                levels.apply("grid.latency." + name, "ns"),
                levels.apply("grid.bandwidth." + name, "bytes/s"));
    }

    /** Sets those of the present links. */
    void set(SiteGraph now) {
        for (int site = 0; site < current.size(); site++) {
            if (current.get(site) != null) {
                current.get(site).set(now.link(mySite, site));
            }
        }
    }
}
