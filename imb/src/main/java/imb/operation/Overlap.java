package imb.operation;

/**
 * A non-blocking benchmark with computation between start and completion, as in IMB-NBC; without
 * work it is IMB's variant {@code _pure}.
 */
public final class Overlap implements Benchmark {
    private final NonBlocking benchmark;
    private final Computation computation = new Computation();
    private long work;

    public Overlap(NonBlocking benchmark) {
        this.benchmark = benchmark;
    }

    /** The computation of this rank. */
    public Computation computation() {
        return computation;
    }

    /** Sets the computation of each iteration; see {@link Computation#unitsFor}. */
    public void setWork(long units) {
        work = units;
    }

    @Override
    public void iterate() {
        benchmark.start();
        computation.run(work);
        benchmark.complete();
    }

    @Override
    public void prepare(long iteration) {
        benchmark.prepare(iteration);
    }

    @Override
    public void verify(long iteration) {
        benchmark.verify(iteration);
    }

    @Override
    public void end() {
        benchmark.end();
    }
}
