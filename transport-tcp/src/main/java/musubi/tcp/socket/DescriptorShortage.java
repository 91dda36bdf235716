package musubi.tcp.socket;

import musubi.error.Descriptors;

import java.io.IOException;

/** No descriptor is free for a socket; one may be later. */
public final class DescriptorShortage extends IOException {
    private static final long serialVersionUID = 1L;

    private DescriptorShortage(Exception cause) {
        super(Descriptors.NONE, cause);
    }

    /** A failed call as an IOException: of this class when no descriptor was free. */
    static IOException of(Exception failure) {
        if (Descriptors.areExhausted(failure)) {
            return new DescriptorShortage(failure);
        }
        return failure instanceof IOException e
                ? e
                : new IOException(String.valueOf(failure.getMessage()), failure);
    }
}
