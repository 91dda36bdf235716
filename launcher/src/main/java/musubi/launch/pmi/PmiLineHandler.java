package musubi.launch.pmi;

import java.io.IOException;

/**
 * Handles the PMI lines of the ranks of this machine: replies, or forwards them to mpiexec.
 *
 * <p>Thread rule: the server's thread calls.
 */
public interface PmiLineHandler {
    /** Handles one line. */
    void handle(PmiSession session, String line);

    /** Handles the end of a connection. */
    void disconnected(PmiSession session);

    /** Handles a failure that stops the server. */
    void serverFailed(IOException cause);
}
