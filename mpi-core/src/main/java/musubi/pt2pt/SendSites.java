package musubi.pt2pt;

import musubi.type.MpiType;

/**
 * Places of earlier sends, by what the sends were. To find the place of a send means to walk the
 * stack, which takes ten times as long as a short send. So after some sends that were all alike, of
 * one buffer and from one line, the next ones are taken to come from that line, too; every {@link
 * #INTERVAL}th is looked at. Sends that have come from two lines are always looked at.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
final class SendSites {
    /** Sends of a kind that are looked at before any is not. */
    static final int FIRST = 16;

    /** Of the further ones each of this number is looked at. */
    static final int INTERVAL = 1024;

    /** Of kinds of sends; a power of two. */
    private static final int SIZE = 256;

    private final Kind[] kinds = new Kind[SIZE];

    /** The last sends of one kind. */
    static final class Kind {
        private int bufferId;
        private long bytes;
        private MpiType type;
        private Peer peer;
        private int contextId;
        private int tag;
        private Thread thread;
        private int sends;
        private boolean hasSeveralPlaces;
        private SendOrigins.Origin origin;

        /** The announced number of the origin of sends that are not looked at; 0 for none yet. */
        int number;

        private boolean isOf(SendRequest request, Thread caller) {
            return bufferId == request.bufferId
                    && bytes == request.length()
                    && type == request.type
                    && peer == request.peer
                    && contextId == request.contextId
                    && tag == request.sendTag
                    && thread == caller;
        }

        private void restart(SendRequest request, Thread caller) {
            bufferId = request.bufferId;
            bytes = request.length();
            type = request.type;
            peer = request.peer;
            contextId = request.contextId;
            tag = request.sendTag;
            thread = caller;
            sends = 0;
            hasSeveralPlaces = false;
            origin = null;
            number = 0;
        }

        /** Whether the place of the present send has to be looked for. */
        boolean isUncertain() {
            return hasSeveralPlaces || sends <= FIRST || sends % INTERVAL == 0;
        }

        /** The origin of the present send, which was looked for. */
        void found(SendOrigins.Origin found) {
            hasSeveralPlaces |= origin != null && !origin.equals(found);
            origin = found;
        }

        /** The origin of all sends that were looked at. */
        SendOrigins.Origin origin() {
            return origin;
        }
    }

    /** Counts a send of the calling thread; null when nothing is known of sends like it. */
    Kind count(SendRequest request) {
        if (request.packedData != null) {
            return null; // Its contents change.
        }
        Thread caller = Thread.currentThread();
        int hash = request.bufferId * 31 + request.peer.worldRank();
        hash = (hash * 31 + request.sendTag) * 31 + request.contextId;
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & SIZE - 1;
        Kind kind = kinds[place];
        if (kind == null) {
            kind = new Kind();
            kinds[place] = kind;
        }
        if (!kind.isOf(request, caller)) {
            kind.restart(request, caller);
        }
        kind.sends++;
        return kind;
    }
}
