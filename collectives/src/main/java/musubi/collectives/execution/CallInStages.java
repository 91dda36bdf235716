package musubi.collectives.execution;

/** A call of several schedules in sequence. Thread rule: the thread that holds the rank. */
public interface CallInStages {
    /** Starts the operation; the request completes with its last stage. */
    void start(CollectiveRequest request);
}
