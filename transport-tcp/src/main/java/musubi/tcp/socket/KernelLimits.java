package musubi.tcp.socket;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How large socket buffers may be that a process asks for itself; the kernel's autotuning may have
 * limits of its own.
 *
 * @param sendBytes net.core.wmem_max
 * @param receiveBytes net.core.rmem_max
 */
public record KernelLimits(int sendBytes, int receiveBytes) {
    /** Those of this machine; none where they cannot be read. */
    public static KernelLimits read() {
        return new KernelLimits(read("wmem_max"), read("rmem_max"));
    }

    private static int read(String name) {
        // Not Files.readString, which asks for one byte first: the kernel tells no more after that.
        try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/sys/net/core", name))) {
            return (int) Math.min(Long.parseLong(lines.readLine()), Integer.MAX_VALUE);
        } catch (IOException | NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }
}
