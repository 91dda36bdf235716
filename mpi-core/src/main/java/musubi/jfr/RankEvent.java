package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A rank has joined a job. */
@Name("musubi.Rank")
@Label("MPI Rank")
@Description("A rank has joined a job.")
@StackTrace(false)
final class RankEvent extends RankedEvent {
    @Label("Job")
    String job;

    @Label("Ranks")
    int ranks;

    @Label("Node")
    int node;

    @Label("Host")
    String host;

    @Label("Process")
    long pid;
}
