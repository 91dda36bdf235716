package musubi.group;

/** How two groups or communicators compare. MPI-4.1 sections 7.3.1 and 7.4.1. */
public enum Comparison {
    IDENT,
    CONGRUENT,
    SIMILAR,
    UNEQUAL
}
