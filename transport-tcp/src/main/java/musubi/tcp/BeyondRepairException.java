package musubi.tcp;

import java.io.IOException;

/** A failure that another connection would not mend. */
final class BeyondRepairException extends IOException {
    private static final long serialVersionUID = 1;

    BeyondRepairException(String message) {
        super(message);
    }
}
