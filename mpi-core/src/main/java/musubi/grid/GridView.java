package musubi.grid;

/** The sites of the job, as a rank sees them. Called by the rank's thread. */
public interface GridView {
    /**
     * The graph on which all ranks agree, for decisions that must be the same on all of them; never
     * null.
     */
    SiteGraph agreed();
}
