package musubi.tcp.socket;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Largest socket buffers that a process may request; autotuning has limits of its own.
 *
 * @param sendBytes net.core.wmem_max
 * @param receiveBytes net.core.rmem_max
 */
public record KernelLimits(int sendBytes, int receiveBytes) {
    /** This machine's limits; unlimited where they cannot be read. */
    public static KernelLimits read() {
        return new KernelLimits(read("wmem_max"), read("rmem_max"));
    }

    private static int read(String name) {
        // Not Files.readString: it reads one byte first, after which the kernel returns no more.
        try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/sys/net/core", name))) {
            return (int) Math.min(Long.parseLong(lines.readLine()), Integer.MAX_VALUE);
        } catch (IOException | NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }
}
