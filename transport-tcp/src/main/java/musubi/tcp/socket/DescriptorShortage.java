package musubi.tcp.socket;

import java.io.IOException;
import java.util.List;

/** No descriptor is free for a socket; one may be later. */
public final class DescriptorShortage extends IOException {
    private static final long serialVersionUID = 1L;

    /** The texts of EMFILE and ENFILE, and what Netty prints of them. */
    private static final List<String> TEXTS =
            List.of("Too many open files", "error(-24)", "error(-23)");

    private DescriptorShortage(Exception cause) {
        super(
                "no descriptor is free: limit="
                        + DescriptorLimit.ofProcess()
                        + "; close files, or raise the limit of the process (ulimit -n)",
                cause);
    }

    /** A failed call as an IOException: of this class when no descriptor was free. */
    static IOException of(Exception failure) {
        String text = String.valueOf(failure.getMessage());
        if (TEXTS.stream().anyMatch(text::contains)) {
            return new DescriptorShortage(failure);
        }
        return failure instanceof IOException e ? e : new IOException(text, failure);
    }
}
