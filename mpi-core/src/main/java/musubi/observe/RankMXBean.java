package musubi.observe;

import java.util.Map;

/** The MXBean of a rank, with the name {@code musubi:type=Rank,job=JOB,rank=RANK}. */
public interface RankMXBean {
    /** Its number in the job. */
    int getRank();

    /** How many ranks the job has. */
    int getSize();

    /** The name of the job. */
    String getJob();

    /** Whether it waits in an MPI call. */
    boolean isWaiting();

    /** Time spent in waits until now, in ns. */
    long getWaitedNs();

    /** Messages that wait for a receive. */
    long getUnexpectedMessages();

    /** Messages that have gone out. */
    long getSentMessages();

    /** Bytes that have gone out. */
    long getSentBytes();

    /** Messages that have come. */
    long getReceivedMessages();

    /** Bytes that have come. */
    long getReceivedBytes();

    /** All counters by name. */
    Map<String, Long> getCounters();
}
