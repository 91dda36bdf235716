package musubi.pt2pt.matching;

import musubi.event.RankEvents;
import musubi.group.MessageAddress;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;

/**
 * Messages that wait for a receive. Each hangs in a hashed bucket for exact receives and in the
 * list of all arrivals for wildcards; both are in the order of arrival. MPI-4.1 section 3.5
 * (order).
 *
 * <p>Entries and payload storage are pooled up to {@link #POOLED} entries of at most {@link
 * #POOLED_BYTES} each, so that a steady exchange allocates nothing.
 */
@Accounted(Component.BUFFERS)
public final class UnexpectedQueue {
    private static final int BUCKETS = 256;
    private static final int POOLED = 256;
    private static final int POOLED_BYTES = 1 << 14;
    private static final int SMALLEST_BYTES = 64;

    private final UnexpectedMessage[] heads = new UnexpectedMessage[BUCKETS];
    private final UnexpectedMessage[] tails = new UnexpectedMessage[BUCKETS];
    private final UnexpectedMessage[] pool = new UnexpectedMessage[POOLED];
    private int pooled;
    private final RankEvents events;
    private UnexpectedMessage firstArrival;
    private UnexpectedMessage lastArrival;
    private int size;
    private long storedBytes;
    private long maxStoredBytes;

    UnexpectedQueue(RankEvents events) {
        this.events = events;
    }

    public int size() {
        return size;
    }

    /** The message that arrived first; null when there is none. */
    public UnexpectedMessage first() {
        return firstArrival;
    }

    /** The most payload bytes that were ever stored at once. */
    public long maxStoredBytes() {
        return maxStoredBytes;
    }

    /** An entry to fill and {@link #add}. */
    UnexpectedMessage acquire() {
        return pooled > 0 ? pool[--pooled] : new UnexpectedMessage();
    }

    /** Makes sure that the entry has storage for the payload. */
    void ensureCapacity(UnexpectedMessage message, int bytes) {
        byte[] storage = message.storage;
        if (storage == null || storage.length < bytes) {
            int capacity = Math.max(SMALLEST_BYTES, Integer.highestOneBit(2 * bytes - 1));
            message.storage = new byte[Math.max(capacity, bytes)];
        }
        message.payload.wrapArray(message.storage, 0, bytes);
    }

    /** Stores more data of an announced message, behind what it has. */
    public void append(UnexpectedMessage message, Region more) {
        int before = (int) message.payload.length();
        int added = (int) more.length();
        byte[] storage = message.storage;
        ensureCapacity(message, before + added);
        if (before > 0 && storage != message.storage) {
            System.arraycopy(storage, 0, message.storage, 0, before);
        }
        more.copyTo(0, message.payload, before, added);
        if (message.isQueued) {
            stored(added);
        }
    }

    private void stored(long bytes) {
        storedBytes += bytes;
        maxStoredBytes = Math.max(maxStoredBytes, storedBytes);
        events.unexpected(size, storedBytes);
    }

    void add(UnexpectedMessage message) {
        message.previousArrival = lastArrival;
        message.nextArrival = null;
        if (lastArrival == null) {
            firstArrival = message;
        } else {
            lastArrival.nextArrival = message;
        }
        lastArrival = message;
        addToBucket(message);
        size++;
        message.isQueued = true;
        stored(message.payload.length());
    }

    private void addToBucket(UnexpectedMessage message) {
        int b = bucketOf(message);
        message.previousInBucket = tails[b];
        message.nextInBucket = null;
        if (tails[b] == null) {
            heads[b] = message;
        } else {
            tails[b].nextInBucket = message;
        }
        tails[b] = message;
    }

    /** The earliest message that a receive with these match bits takes; stays in the queue. */
    public UnexpectedMessage find(int contextId, int source, int tag) {
        if (size == 0) {
            return null;
        }
        boolean any = source == MessageAddress.ANY_SOURCE || tag == MessageAddress.ANY_TAG;
        int bucket = MatchBits.hash(contextId, source, tag) & BUCKETS - 1;
        UnexpectedMessage message = any ? firstArrival : heads[bucket];
        int misses = 0;
        while (message != null && !message.fits(contextId, source, tag)) {
            message = any ? message.nextArrival : message.nextInBucket;
            misses++;
        }
        if (misses > 0) {
            events.missed(misses);
        }
        return message;
    }

    /** The announced or synchronous message of a sender's request; stays in the queue. */
    public UnexpectedMessage findBySender(int from, long cookie) {
        UnexpectedMessage message = firstArrival;
        while (message != null
                && !(message.from == from
                        && message.cookie == cookie
                        && (message.isAnnounced() || message.isSynchronous()))) {
            message = message.nextArrival;
        }
        return message;
    }

    /** The message with a number among those of its source in a context; stays in the queue. */
    public UnexpectedMessage findNumber(int contextId, int source, long number) {
        UnexpectedMessage message = firstArrival;
        while (message != null
                && !(message.contextId == contextId
                        && message.source == source
                        && message.journalNumber == number)) {
            message = message.nextArrival;
        }
        return message;
    }

    public void remove(UnexpectedMessage message) {
        if (message.previousArrival == null) {
            firstArrival = message.nextArrival;
        } else {
            message.previousArrival.nextArrival = message.nextArrival;
        }
        if (message.nextArrival == null) {
            lastArrival = message.previousArrival;
        } else {
            message.nextArrival.previousArrival = message.previousArrival;
        }
        removeFromBucket(message);
        size--;
        message.isQueued = false;
        storedBytes -= message.payload.length();
        events.unexpected(size, storedBytes);
    }

    private void removeFromBucket(UnexpectedMessage message) {
        int b = bucketOf(message);
        if (message.previousInBucket == null) {
            heads[b] = message.nextInBucket;
        } else {
            message.previousInBucket.nextInBucket = message.nextInBucket;
        }
        if (message.nextInBucket == null) {
            tails[b] = message.previousInBucket;
        } else {
            message.nextInBucket.previousInBucket = message.previousInBucket;
        }
    }

    /** Gives an entry back that is in the queue no more. */
    public void recycle(UnexpectedMessage message) {
        message.payload.clear();
        message.nextArrival = null;
        message.previousArrival = null;
        message.nextInBucket = null;
        message.previousInBucket = null;
        if (message.storage != null && message.storage.length > POOLED_BYTES) {
            message.storage = null;
        }
        if (pooled < POOLED) {
            pool[pooled++] = message;
        }
    }

    private static int bucketOf(UnexpectedMessage message) {
        return MatchBits.hash(message.contextId, message.source, message.tag) & BUCKETS - 1;
    }
}
