package musubi.grid;

import musubi.error.MpiFailure;

/**
 * A graph that does not change.
 *
 * @param agreed the graph
 */
public record FixedGrid(SiteGraph agreed) implements GridView {
    /**
     * The grid of the setting.
     *
     * @param text value of {@link GridSettings#GRID}; null or {@code auto}: one site
     * @throws MpiFailure of class ARG for a malformed text
     */
    public static FixedGrid of(String text) {
        boolean isOne = text == null || text.isBlank() || "auto".equals(text.strip());
        return new FixedGrid(isOne ? SiteGraph.oneSite() : SiteGraph.parse(text));
    }
}
