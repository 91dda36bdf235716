package musubi.observe.rankrecord;

/** What an event of a rank's record is. */
public enum EventKind {
    /** The rank has joined the job. */
    JOINED,
    /** A message has gone out with its data. */
    SENT_EAGER,
    /** A message has been announced; its data goes when the receiver is ready. */
    SENT_RENDEZVOUS,
    /** A message has met a receive that the receiver had published. */
    SENT_CLAIM,
    /** A message has come and has met its receive at once. */
    RECEIVED,
    /** A message has come for which there is no receive yet. */
    UNEXPECTED,
    /** A receive has met a message that had come before. */
    MATCHED_UNEXPECTED,
    /** A send had to wait for room or for earlier ones. */
    QUEUED,
    /** A wait has lasted for some microseconds. */
    WAITING,
    /** Such a wait is over; its amount is the time in ns. */
    WAITED,
    /** A collective operation has begun. */
    COLLECTIVE,
    /** A blocking collective operation is over. */
    COLLECTIVE_DONE,
    /** The context of a peer has been opened. */
    CONNECTED,
    /** The context of a peer has been closed for another one. */
    EVICTED,
    /** A peer is gone. */
    LOST,
    /** An MPI call has failed; its detail is the error class. */
    FAILED,
    /** The rank has ended the job; its detail is the code. */
    ABORTED,
    /** The rank has come to MPI.Finalize. */
    FINALIZING,
    /** The rank has left the job in good order. */
    LEFT;

    private static final EventKind[] ALL = values();

    /** The kind of this number; null when there is none. */
    static EventKind of(int number) {
        return number < ALL.length ? ALL[number] : null;
    }
}
