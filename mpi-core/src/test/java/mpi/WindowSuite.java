package mpi;

/** The tests of windows; every transport passes them, with collectives on the class path. */
public interface WindowSuite extends WindowTests, WindowErrorTests, RandomWindowTests {}
