package musubi.tcp.socket;

import io.netty.channel.uring.IoUring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Why io_uring does not work here. Kernels have it, and many hosts and containers forbid it. */
public final class UringObstacle {
    private static final Path SWITCH = Path.of("/proc/sys/kernel/io_uring_disabled");

    private UringObstacle() {}

    /** What the user has to know; null when it works. */
    public static String find() {
        if (!IoUring.isAvailable()) {
            return explain(IoUring.unavailabilityCause(), switchPosition());
        }
        return IoUring.isPollAddMultishotEnabled()
                ? null
                : "the kernel does not know multishot polls; Linux 5.13 does";
    }

    private static String switchPosition() {
        try {
            return Files.readString(SWITCH).strip();
        } catch (IOException e) {
            // Kernels before 6.6 have no such switch.
            return "0";
        }
    }

    /**
     * The reason behind a failure of Netty.
     *
     * @param disabled the value of kernel.io_uring_disabled
     */
    static String explain(Throwable failure, String disabled) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof LinkageError) {
            return "Netty's library for io_uring cannot be loaded: " + message;
        }
        if (message.contains("not permitted") && !disabled.equals("0")) {
            return "the kernel forbids it: kernel.io_uring_disabled="
                    + disabled
                    + "; an administrator may set it to 0 with sysctl";
        }
        if (message.contains("not permitted")) {
            return "the kernel permits it, but a filter of system calls (seccomp, as containers"
                    + " have it) or a security module does not: "
                    + message;
        }
        if (message.contains("not implemented")) {
            return "the kernel was built without it, or a filter of system calls hides it: "
                    + message;
        }
        return message;
    }
}
