package musubi.event;

import musubi.observe.rankrecord.EventKind;

/** How messages go. */
public enum Protocol {
    /** With their data. */
    EAGER(EventKind.SENT_EAGER),
    /** Announced first. */
    RENDEZVOUS(EventKind.SENT_RENDEZVOUS),
    /** Straight into a receive that was published. */
    CLAIM(EventKind.SENT_CLAIM);

    /** From the counters of one protocol to those of the next. */
    public static final int PLACES = 2;

    final int sentEvent;
    final int offset;

    Protocol(EventKind sentEvent) {
        this.sentEvent = sentEvent.ordinal();
        offset = ordinal() * PLACES;
    }
}
