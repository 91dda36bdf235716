package musubi.pt2pt.request;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of failed requests that lost peers may still access, because a process that is taken for
 * lost may still run. It is kept until the rank ends.
 */
public final class StrandedMemory {
    private final List<MemorySegment> kept = new ArrayList<>();

    /** Keeps the memory of a request whose peer is lost, if that peer could access it. */
    public void keep(CommRequest request, Region region) {
        if (request.wasExposed() && region.segment() != null) {
            kept.add(region.segment());
        }
    }

    /** Whether a lost peer may still access this memory. */
    public boolean isKept(MemorySegment memory) {
        for (MemorySegment one : kept) {
            if (one.scope().equals(memory.scope())) {
                return true;
            }
        }
        return false;
    }
}
