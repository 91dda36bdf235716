package imb.operation;

/** A benchmark with separate start and completion of an iteration. */
public interface NonBlocking extends Benchmark {
    /** Starts the iteration. */
    void start();

    /** Waits for its completion. */
    void complete();
}
