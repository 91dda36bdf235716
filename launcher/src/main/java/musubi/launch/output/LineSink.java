package musubi.launch.output;

/**
 * A destination of output lines. Lines of different writers never mix.
 *
 * <p>Thread rule: any thread.
 */
public interface LineSink {
    /**
     * Writes bytes of one writer. Without a newline at the end the writer stays in mid-line.
     *
     * @param writer the identity of the writer
     * @param tag the prefix of each line, or null
     * @param bytes not kept after the call
     */
    void write(Object writer, byte[] tag, byte[] bytes, int from, int to);

    /**
     * Writes the beginning of a line; false, without effect, while another writer is in mid-line.
     */
    boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to);

    /** The end of this writer: an unfinished line no longer delays other writers. */
    void ended(Object writer);
}
