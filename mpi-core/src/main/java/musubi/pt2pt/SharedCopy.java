package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.progress.Operation;
import musubi.pt2pt.request.CommRequest;
import musubi.region.Region;

/**
 * One rank's part in a long message that sender and receiver copy together. Both take chunks from a
 * counter until there are none left; each then reports the bytes that it has copied, and the
 * message is complete when these are all. A rank that computes outside of MPI costs nothing: the
 * other one copies everything.
 *
 * <p>Belongs to a request and is used again with it: {@link SendRequest} and {@link RecvRequest}
 * add the direction, and what follows for the request.
 */
abstract class SharedCopy extends Operation {
    /** What one rank copies at a time, in bytes. */
    static final long CHUNK_BYTES = 64 << 10;

    /** Chunks copied before other messages get their turn. */
    private static final int CHUNKS_PER_TURN = 4;

    private static final long NO_CHUNK = -1;

    final CommRequest request;
    final Region region;
    private final SharedCopies protocol;

    Peer peer;
    long totalBytes;
    long remoteKey;
    long remoteCookie;
    long counterKey;

    /** The counter if this rank has opened it. */
    int counter = ChunkCounters.NONE;

    /** What the counter was last known to hold. */
    private long word;

    private long ticket;
    private long chunkAt = NO_CHUNK;
    private long copiedBytes;
    private long peerBytes;
    private boolean copiedSent;
    private boolean active;

    SharedCopy(SharedCopies protocol, CommRequest request, Region region) {
        this.protocol = protocol;
        this.request = request;
        this.region = region;
    }

    /** The peer has started to copy; this rank takes part. */
    abstract void onJoin(Peer sender, Envelope join);

    /** Copies a part of the message to or from the peer. */
    abstract SendOutcome copy(long at, long bytes);

    /** All is copied. */
    abstract void completeRequest();

    /** The peer is gone; {@link #abandon} follows. */
    abstract void failRequest();

    /** The key under which the peer reaches the buffer of this rank; negative if there is none. */
    final long expose() {
        return request.expose(peer, region);
    }

    /** Sets the peer, the length of the message, and the peer's buffer and request. */
    final void set(Peer other, long bytes, long key, long cookie) {
        peer = other;
        totalBytes = bytes;
        remoteKey = key;
        remoteCookie = cookie;
    }

    /** Starts with the counter at its first chunk. */
    final void begin(long firstWord) {
        ticket = firstWord;
        word = firstWord;
        chunkAt = NO_CHUNK;
        copiedBytes = 0;
        peerBytes = 0;
        copiedSent = false;
        active = true;
    }

    /** The peer has copied {@code bytes} and will copy no more. */
    final void onPeerDone(long bytes) {
        peerBytes = bytes;
    }

    /** Leaves, because the request has failed. */
    final void abandon() {
        active = false;
        protocol.close(this);
    }

    @Override
    public final boolean advance() {
        if (!active) {
            return true;
        }
        for (int turn = 0; turn < CHUNKS_PER_TURN; turn++) {
            if (chunkAt == NO_CHUNK && !takeChunk()) {
                return finish();
            }
            long bytes = Math.min(CHUNK_BYTES, totalBytes - chunkAt);
            SendOutcome outcome = copy(chunkAt, bytes);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome == SendOutcome.PEER_LOST && lose();
            }
            copiedBytes += bytes;
            chunkAt = NO_CHUNK;
        }
        protocol.noteMoved();
        return false;
    }

    private boolean takeChunk() {
        while (ChunkCounters.sameGeneration(word, ticket)) {
            long at = ChunkCounters.chunk(word) * CHUNK_BYTES;
            if (at >= totalBytes) {
                return false;
            }
            long witness = protocol.compareAndSwap(this, word, word + 1);
            if (witness == word) {
                word++;
                chunkAt = at;
                return true;
            }
            word = witness;
        }
        return false;
    }

    private boolean finish() {
        if (!copiedSent && copiedBytes > 0) {
            SendOutcome outcome = protocol.sendCopied(this, copiedBytes);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome == SendOutcome.PEER_LOST && lose();
            }
            copiedSent = true;
        }
        if (copiedBytes + peerBytes < totalBytes) {
            // The peer's last chunks: its message wakes this operation.
            return true;
        }
        active = false;
        protocol.close(this);
        completeRequest();
        return true;
    }

    private boolean lose() {
        failRequest();
        return true;
    }
}
