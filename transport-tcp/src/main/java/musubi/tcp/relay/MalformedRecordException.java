package musubi.tcp.relay;

import java.io.IOException;

/** A record that is not of this protocol, not of this job, or too long. */
public final class MalformedRecordException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedRecordException(String message) {
        super(message);
    }
}
