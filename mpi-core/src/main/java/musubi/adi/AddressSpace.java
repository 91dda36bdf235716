package musubi.adi;

/**
 * What the ranks of one JVM share with each other, in the style of PVAS: they live in one heap, so
 * an object here is reached by all of them.
 *
 * <p>There is one for each job and JVM. It lives as long as the job, so it may outlive an {@code
 * MPI.Finalize}: what belongs to one epoch is told apart by {@link TransportContext#jobId}.
 *
 * <p>Thread rule: any thread.
 */
public final class AddressSpace {
    /** An address space without anything in it. */
    public AddressSpace() {}
}
