package musubi.tcp.frame;

/** Number of polls of a rank, which separates the bursts of sends. */
public final class PollCount {
    private int count;

    /** The rank polls. */
    public void increment() {
        count++;
    }

    int count() {
        return count;
    }
}
