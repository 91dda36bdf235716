/** All that an MPI program needs: {@code requires musubi;}. */
module musubi {
    requires transitive musubi.core;
    requires musubi.collectives;
    requires musubi.shm;
    requires musubi.tcp;
    requires musubi.verbs;
}
