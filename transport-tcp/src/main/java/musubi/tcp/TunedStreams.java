package musubi.tcp;

import musubi.tcp.session.PeerConnection;
import musubi.tcp.session.StreamGroup;

/** As many streams for messages of all sizes as the path of the peer needs. */
final class TunedStreams implements PeerStreams {
    private final StreamGroup group;
    private PeerConnection[] inUse;

    /** Those in use, and those in use before, which may have data to send. */
    private PeerConnection[] known;

    /** The streams of a group; with exclusive access. */
    TunedStreams(StreamGroup group) {
        this.group = group;
        inUse = group.inUse();
        known = inUse;
    }

    /** What chooses their number. */
    StreamGroup group() {
        return group;
    }

    @Override
    public PeerConnection first() {
        return inUse[0];
    }

    @Override
    public PeerConnection[] forSize(long bytes) {
        return inUse;
    }

    @Override
    public boolean isOutdated() {
        return group.count() != inUse.length;
    }

    @Override
    public void update() {
        inUse = group.inUse();
        known = inUse.length > known.length ? inUse : known;
    }

    @Override
    public boolean isDrained() {
        return PeerStreams.areDrained(known);
    }
}
