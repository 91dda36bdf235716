package musubi.launch.output;

/**
 * Where lines of output go; those of different writers do not mix.
 *
 * <p>Thread rule: any thread.
 */
public interface LineSink {
    /**
     * Writes bytes of one writer; what ends without a newline leaves it in mid-line.
     *
     * @param writer whose bytes these are
     * @param tag what each line begins with, or null
     * @param bytes read before the call returns
     */
    void write(Object writer, byte[] tag, byte[] bytes, int from, int to);

    /** Writes the beginning of a line, unless another writer is in mid-line; false then. */
    boolean offer(Object writer, byte[] tag, byte[] bytes, int from, int to);

    /** The writer will write no more, so nobody has to wait for the end of its line. */
    void ended(Object writer);
}
