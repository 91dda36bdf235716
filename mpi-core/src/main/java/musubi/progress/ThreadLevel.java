package musubi.progress;

/** Which threads of a rank may call MPI. MPI-4.1 section 11.6.2. */
public enum ThreadLevel {
    SINGLE,
    FUNNELED,
    SERIALIZED,
    MULTIPLE
}
