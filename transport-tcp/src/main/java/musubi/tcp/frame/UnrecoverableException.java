package musubi.tcp.frame;

import java.io.IOException;

/** A failure that another connection would not recover from. */
public final class UnrecoverableException extends IOException {
    private static final long serialVersionUID = 1;

    UnrecoverableException(String message) {
        super(message);
    }
}
