package bench;

/**
 * What one rank does in a benchmark, for one message size. {@link BenchmarkCatalogue} lists them
 * all.
 */
interface Benchmark {
    /** The work of one iteration: what is timed. */
    void iterate();

    /**
     * Writes what the iteration sends, and wipes what it receives into. Called before a checked
     * iteration only.
     */
    void prepare(long iteration);

    /**
     * Compares everything that the iteration received.
     *
     * @throws Payload.WrongMessage at the first element that differs
     */
    void verify(long iteration);
}
