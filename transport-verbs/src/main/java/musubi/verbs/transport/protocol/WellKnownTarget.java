package musubi.verbs.transport.protocol;

import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.work.AddressHandle;

/**
 * The targets of a rank. Every rank makes them in this order, so their numbers are the same
 * everywhere, and a peer's rank is all that is needed to reach it: no table of addresses.
 */
public enum WellKnownTarget {
    /** Messages of sources with an even rank. */
    DATA_EVEN,
    /** Messages of the others. */
    DATA_ODD,
    /** Credit. */
    CREDIT,
    /** Agreements about rings, and goodbyes. */
    CONTROL;

    /** The one that a source sends its messages to. */
    public static WellKnownTarget dataFrom(int source) {
        return (source & 1) == 0 ? DATA_EVEN : DATA_ODD;
    }

    /** The address of a rank's adapter. */
    public static int lidOf(int rank) {
        return rank + 1;
    }

    /** The rank of an adapter. */
    public static int rankOf(int lid) {
        return lid - 1;
    }

    /** The one with that number. */
    public static WellKnownTarget ofNumber(int number) {
        return values()[number - HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER];
    }

    /** Its number, the same everywhere. */
    public int number() {
        return HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER + ordinal();
    }

    public AddressHandle addressOf(int rank, long accessKey) {
        return new AddressHandle(lidOf(rank), number(), accessKey);
    }
}
