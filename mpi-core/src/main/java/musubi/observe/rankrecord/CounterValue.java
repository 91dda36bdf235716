package musubi.observe.rankrecord;

/**
 * A value of a rank's record at a moment. Immutable.
 *
 * @param name words with dots between, for example {@code sent.bytes.eager.shm.node}
 * @param unit for example {@code bytes}
 * @param kind how it moves
 * @param value at that moment
 */
public record CounterValue(String name, String unit, CounterKind kind, long value) {}
