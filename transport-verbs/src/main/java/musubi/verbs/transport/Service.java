package musubi.verbs.transport;

import musubi.verbs.AddressHandle;
import musubi.verbs.HostChannelAdapter;

/**
 * The targets of a rank. Every rank makes them in this order, so their numbers are the same
 * everywhere, and a peer's rank is all that is needed to reach it: no table of addresses.
 */
enum Service {
    /** Messages of sources with an even rank. */
    DATA_EVEN,
    /** Messages of the others. */
    DATA_ODD,
    /** Credit. */
    CREDIT,
    /** Agreements about rings, and goodbyes. */
    CONTROL;

    /** The one that a source sends its messages to. */
    static Service dataFrom(int source) {
        return (source & 1) == 0 ? DATA_EVEN : DATA_ODD;
    }

    /** The address of a rank's adapter. */
    static int lid(int rank) {
        return rank + 1;
    }

    /** The rank of an adapter. */
    static int rank(int lid) {
        return lid - 1;
    }

    /** The one with that number. */
    static Service ofTarget(int number) {
        return values()[number - HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER];
    }

    /** Its number, the same everywhere. */
    int target() {
        return HostChannelAdapter.FIRST_QUEUE_PAIR_NUMBER + ordinal();
    }

    AddressHandle of(int rank, long accessKey) {
        return new AddressHandle(lid(rank), target(), accessKey);
    }
}
