package musubi.grid;

/** The sites of a job as one of its ranks sees them. */
public interface GridView {
    /**
     * The graph on which all ranks agree, for decisions that must be the same on all of them; never
     * null. Called by the rank's thread.
     */
    SiteGraph agreed();

    /**
     * The graph for decisions of this rank alone, with the links from its own site as its traffic
     * shows them; never null. Any thread.
     */
    default SiteGraph current() {
        return agreed();
    }
}
