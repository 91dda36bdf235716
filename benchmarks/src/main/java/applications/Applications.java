package applications;

import applications.frame.MpjWorld;

import mpi.MPIException;

/** The suite in mpiJava's names, for Musubi and for MPJ Express: {@code Applications NAME ...}. */
public final class Applications {
    private Applications() {}

    /** Runs the application that the first argument names. */
    public static void main(String[] args) throws MPIException {
        String[] words = MpjWorld.start(args);
        Suite.run(new MpjWorld(), words);
    }
}
