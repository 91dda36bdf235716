package musubi.verbs.memory;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * One piece of registered local memory in a work request. Keys and bounds are checked when the
 * adapter touches the memory, not here. Verbs: {@code struct ibv_sge}.
 *
 * @param address first byte, in the address space of the region that {@code localKey} names
 * @param lengthBytes bytes, 0 or more
 * @param localKey the region's {@link MemoryRegion#localKey}
 */
public record ScatterGatherEntry(long address, int lengthBytes, int localKey) {
    /** Throws {@code ERR_ARG} if the length is negative. */
    public ScatterGatherEntry {
        if (lengthBytes < 0) {
            throw new MpiFailure(ErrorClass.ARG, "scatter-gather entry of negative length")
                    .with("lengthBytes", lengthBytes)
                    .advice("give 0 or more");
        }
    }
}
