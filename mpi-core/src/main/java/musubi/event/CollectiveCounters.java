package musubi.event;

/**
 * Where calls of a collective operation by an algorithm are counted. Immutable.
 *
 * @param kind of the operation
 * @param algorithm its name
 * @param place of the two counters
 */
public record CollectiveCounters(String kind, String algorithm, int place) {}
