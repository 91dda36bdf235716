package musubi.verbs.transport.protocol;

import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.work.AddressHandle;

/**
 * The targets of a rank. Every rank creates them in this order, so their numbers are the same
 * everywhere, and addresses follow from ranks without a table.
 */
public enum WellKnownTarget {
    /** Messages of sources with an even rank. */
    DATA_EVEN,
    /** Messages of the others. */
    DATA_ODD,
    /** Credit. */
    CREDIT,
    /** Negotiation of rings, and goodbyes. */
    CONTROL;

    /** The data target for a source. */
    public static WellKnownTarget dataFrom(int source) {
        return (source & 1) == 0 ? DATA_EVEN : DATA_ODD;
    }

    /** Local identifier of a rank's adapter. */
    public static int lidOf(int rank) {
        return rank + 1;
    }

    /** The rank of a local identifier. */
    public static int rankOf(int lid) {
        return lid - 1;
    }

    /** The target with a number. */
    public static WellKnownTarget ofNumber(int number) {
        return values()[number - HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER];
    }

    /** Its queue pair number, the same on all ranks. */
    public int number() {
        return HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER + ordinal();
    }

    public AddressHandle addressOf(int rank, long accessKey) {
        return new AddressHandle(lidOf(rank), number(), accessKey);
    }
}
