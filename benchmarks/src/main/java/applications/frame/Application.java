package applications.frame;

import mpi.MPIException;

/**
 * A program of the suite: an algorithm that ranks compute together. Its twin in C has the same name
 * (benchmarks/native/applications), the same arguments, the same decomposition and the same order
 * of operations. Thread rule: one thread.
 */
public interface Application {
    /**
     * What it has computed, the same on all ranks or that of rank 0.
     *
     * @param value printed; equal for any number of ranks up to rounding
     * @param isCorrect whether the result is verified
     */
    record Result(double value, boolean isCorrect) {}

    /** Allocates and fills what the kernel works on. Collective. */
    void prepare(World world, Arguments arguments) throws MPIException;

    /** The timed part. Collective. */
    void compute() throws MPIException;

    /** Verifies the result. Collective. */
    Result verify() throws MPIException;
}
