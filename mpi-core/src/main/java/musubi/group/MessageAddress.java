package musubi.group;

/** Special values of the ranks and tags in the address of a message. */
public final class MessageAddress {
    /** Source of a receive or probe: any rank. MPI-4.1 section 3.2.4. */
    public static final int ANY_SOURCE = -1;

    /** Tag of a receive or probe: any tag. MPI-4.1 section 3.2.4. */
    public static final int ANY_TAG = -1;

    /** The null process: communication with it does nothing. MPI-4.1 section 3.10. */
    public static final int PROC_NULL = -2;

    private MessageAddress() {}
}
