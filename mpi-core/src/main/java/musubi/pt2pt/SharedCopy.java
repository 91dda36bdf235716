package musubi.pt2pt;

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
 * <p>Belongs to a request and is used again with it.
 */
final class SharedCopy extends Operation {
    /** What one rank copies at a time, in bytes. */
    static final long CHUNK_BYTES = 64 << 10;

    /** Chunks copied before other messages get their turn. */
    private static final int CHUNKS_PER_TURN = 4;

    private static final long NO_CHUNK = -1;

    private final SharedCopies protocol;

    private final CommRequest request;
    private final Region region;
    private final boolean puts;

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

    /**
     * @param puts whether this rank is the sender
     */
    SharedCopy(SharedCopies protocol, CommRequest request, Region region, boolean puts) {
        this.protocol = protocol;
        this.request = request;
        this.region = region;
        this.puts = puts;
    }

    /** Sets the peer, the length of the message, and the peer's buffer and request. */
    void set(Peer other, long bytes, long key, long cookie) {
        peer = other;
        totalBytes = bytes;
        remoteKey = key;
        remoteCookie = cookie;
    }

    /** Starts with the counter at its first chunk. */
    void begin(long firstWord) {
        ticket = firstWord;
        word = firstWord;
        chunkAt = NO_CHUNK;
        copiedBytes = 0;
        peerBytes = 0;
        copiedSent = false;
        active = true;
    }

    /** The peer has copied {@code bytes} and will copy no more. */
    void onPeerDone(long bytes) {
        peerBytes = bytes;
    }

    /** Leaves, because the request has failed. */
    void abandon() {
        active = false;
        protocol.close(this);
    }

    @Override
    public boolean advance() {
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

    private SendOutcome copy(long at, long bytes) {
        return puts
                ? peer.remoteMemory().tryPut(remoteKey, at, region, at, bytes)
                : peer.remoteMemory().tryGet(remoteKey, at, region, at, bytes);
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
        protocol.complete(request);
        return true;
    }

    private boolean lose() {
        abandon();
        protocol.lose(request);
        return true;
    }
}
