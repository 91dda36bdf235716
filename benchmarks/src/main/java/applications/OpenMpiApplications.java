package applications;

import applications.frame.OpenMpiWorld;

import mpi.MPIException;

/**
 * The suite in Open MPI's names, for Open MPI's Java bindings and for Musubi: {@code
 * OpenMpiApplications NAME ...}.
 */
public final class OpenMpiApplications {
    private OpenMpiApplications() {}

    /** Runs the application that the first argument names. */
    public static void main(String[] args) throws MPIException {
        String[] words = OpenMpiWorld.start(args);
        Suite.run(new OpenMpiWorld(), words);
    }
}
