package musubi.launch.pmi;

import java.io.IOException;

/**
 * What becomes of the lines that the ranks of this machine send: they are answered here, or passed
 * on to mpiexec.
 *
 * <p>Thread rule: called by the server's thread.
 */
public interface PmiLineHandler {
    /** Handles one line. */
    void handle(PmiSession session, String line);

    /** The connection is gone. */
    void disconnected(PmiSession session);

    /** The server cannot go on. */
    void serverFailed(IOException cause);
}
