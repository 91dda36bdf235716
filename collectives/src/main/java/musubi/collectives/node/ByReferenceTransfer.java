package musubi.collectives.node;

import musubi.region.Region;
import musubi.region.RegionTable;

/**
 * Members in one JVM read each other's data in place. A rank's data are exposed as a whole until
 * the end of the call.
 */
final class ByReferenceTransfer extends NodeTransfer {
    private static final long NO_KEY = -1;

    private final RegionTable exposed;
    private final Region found = new Region();
    private long key = NO_KEY;

    ByReferenceTransfer(NodeGroup group) {
        super(group);
        exposed = group.flags().exposedBy(group.rank());
    }

    @Override
    long capacity() {
        return Long.MAX_VALUE;
    }

    @Override
    void offer(Region data, long from, long slotOffset, long bytes) {
        if (key == NO_KEY) {
            key = exposed.expose(data);
        }
        if (key == NO_KEY) {
            key = exposed.expose(copyOf(data));
        }
        group.putWord(key);
    }

    /** A copy of thread-confined memory. */
    private static Region copyOf(Region data) {
        byte[] bytes = new byte[Math.toIntExact(data.length())];
        Region copy = new Region().wrapArray(bytes, 0, bytes.length);
        data.copyTo(0, copy, 0, bytes.length);
        return copy;
    }

    @Override
    void fetch(int member, long from, long slotOffset, Region into, long to, long bytes) {
        group.lookUpExposed(member, found);
        copy(found, from, into, to, bytes);
    }

    @Override
    boolean isByReference() {
        return true;
    }

    @Override
    void end() {
        found.clear();
        if (key != NO_KEY) {
            exposed.forget(key);
            key = NO_KEY;
        }
    }
}
