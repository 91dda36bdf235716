package imb.operation;

/** One rank's part of a benchmark for one message size. */
public interface Benchmark {
    /** One timed iteration. */
    void iterate();

    /**
     * Fills the data to send, and clears the receive buffers. Called before checked iterations
     * only.
     */
    void prepare(long iteration);

    /**
     * Verifies all data that the iteration received.
     *
     * @throws Payload.WrongMessage at the first element that differs
     */
    void verify(long iteration);

    /** Frees what the benchmark has created, on all ranks. */
    default void end() {}
}
