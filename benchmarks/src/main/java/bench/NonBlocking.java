package bench;

/** A benchmark whose iteration can be begun and completed separately. */
interface NonBlocking extends Benchmark {
    /** Begins the iteration. */
    void start();

    /** Waits for its end. */
    void complete();
}
