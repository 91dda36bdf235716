package musubi.verbs.work;

/**
 * The far side of an RDMA or atomic operation. Verbs: {@code wr.rdma} and {@code wr.atomic} of
 * {@code struct ibv_send_wr}.
 *
 * @param address first byte in the address space of the peer's region
 * @param remoteKey the peer's {@link musubi.verbs.memory.MemoryRegion#remoteKey}
 * @param compareOrAdd value to compare with, or value to add; 0 for other operations
 * @param swap value stored when the comparison holds; 0 for other operations
 */
public record RemoteOperand(long address, int remoteKey, long compareOrAdd, long swap) {}
