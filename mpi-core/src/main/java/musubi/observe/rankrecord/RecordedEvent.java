package musubi.observe.rankrecord;

/**
 * An event of a rank's record. Immutable.
 *
 * @param timeNs when, by {@link System#nanoTime} of the machine
 * @param exact whether the clock was read for it; else it came at that time or later
 * @param kind what it is
 * @param peer world rank of the other side; -1 when there is none, or one of several
 * @param tag -1 when there is none, or any
 * @param contextId of the communicator; -1 when there is none
 * @param detail what it is depends on the kind
 * @param amount bytes, or ns
 * @param name of the collective operation with its algorithm; else empty
 */
public record RecordedEvent(
        long timeNs,
        boolean exact,
        EventKind kind,
        int peer,
        int tag,
        int contextId,
        int detail,
        long amount,
        String name) {}
