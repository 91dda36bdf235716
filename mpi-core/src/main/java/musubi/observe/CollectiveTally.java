package musubi.observe;

/**
 * Where calls of a collective operation by an algorithm are counted. Immutable.
 *
 * @param kind of the operation
 * @param algorithm its name
 * @param place of the two counters
 */
public record CollectiveTally(String kind, String algorithm, int place) {}
