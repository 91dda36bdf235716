package musubi.observe;

import musubi.observe.rankrecord.CounterKind;

/**
 * A performance variable: a value of this rank that changes as it runs. Immutable; any thread. As
 * those of MPI-4.1 section 15.3.7.
 *
 * @param name for example {@code sent.bytes.eager.shm.node}; docs/see-inside.md lists them
 * @param unit for example {@code bytes}
 * @param kind how it moves
 */
public record PerformanceVariable(String name, String unit, CounterKind kind) {}
