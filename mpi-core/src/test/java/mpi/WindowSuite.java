package mpi;

/**
 * The tests of windows and of NICAM; every transport passes them, with collectives on the class
 * path.
 */
public interface WindowSuite
        extends WindowTests,
                WindowErrorTests,
                AccumulateTests,
                RandomWindowTests,
                NicamTests,
                VectorTests {}
