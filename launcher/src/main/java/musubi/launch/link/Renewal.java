package musubi.launch.link;

import java.io.IOException;

/**
 * How one end of a link gets another connection after a break.
 *
 * <p>Thread rule: one thread, unless noted otherwise.
 */
public interface Renewal {
    /** No other connection: the pipe to a child process breaks only with the process. */
    Renewal NONE =
            () -> {
                throw new Gone("its pipe is closed");
            };

    /** The other end connects; {@link ProxyLink#attach} is called. */
    Renewal AWAITED =
            () -> {
                throw new IOException("the other end connects");
            };

    /**
     * Tries once to connect; blocks for a limited time.
     *
     * @throws Gone if the other end has ended
     * @throws IOException if another attempt may succeed, as after a {@link
     *     musubi.launch.failure.LaunchFailure}
     */
    Connection connect() throws IOException, InterruptedException;

    /** Ends an attempt, since the link is lost; may be called by any thread. */
    default void cancel() {}

    /**
     * A connection of a link.
     *
     * @param carrier the process that owns the streams; null for a socket
     */
    record Connection(FrameStream stream, Process carrier) {
        /** Ends it at once, even while a thread blocks in it. */
        void abort() {
            if (carrier != null) {
                carrier.destroyForcibly();
            } else {
                closeOutgoing();
            }
        }

        void closeOutgoing() {
            try {
                stream.close();
            } catch (IOException e) {
                // The stream is closed nevertheless.
                return;
            }
        }
    }

    /** The other end has ended. */
    final class Gone extends IOException {
        private static final long serialVersionUID = 1;

        public Gone(String why) {
            super(why);
        }
    }
}
