package musubi.grid;

/** The sites of a job as one of its ranks sees them. Called by the rank's thread. */
public interface GridView {
    /**
     * The graph on which all ranks agree, for decisions that must be the same on all of them; never
     * null.
     */
    SiteGraph agreed();
}
