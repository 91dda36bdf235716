package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** An event of a rank; the ranks of a JVM share its recording. */
@Category({"MPI"})
abstract class RankedEvent extends Event {
    /** World rank. */
    @Label("Rank")
    int rank;
}
