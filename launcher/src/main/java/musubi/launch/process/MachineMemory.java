package musubi.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that the processes of this machine may use.
 *
 * @param bytes the memory of the machine, or the limit of the control group if that is less; 0 if
 *     unknown
 * @param swapBytes swap space in addition; 0 within a limit
 * @param source where the limit is
 */
record MachineMemory(long bytes, long swapBytes, String source) {
    private static final Pattern LINE = Pattern.compile("(MemTotal|SwapTotal):\\s+([0-9]+) kB");
    private static final Path OWN_GROUPS = Path.of("proc/self/cgroup");

    /** The memory of this machine. */
    static MachineMemory ofMachine() {
        return read(Path.of("/"));
    }

    /**
     * Reads it from the files of Linux.
     *
     * @param root the folder with {@code proc} and {@code sys}
     */
    static MachineMemory read(Path root) {
        long total = 0;
        long swap = 0;
        for (String line : text(root.resolve("proc/meminfo")).split("\n")) {
            Matcher matcher = LINE.matcher(line.strip());
            if (matcher.matches()) {
                long bytes = Long.parseLong(matcher.group(2)) * 1024;
                total = matcher.group(1).equals("MemTotal") ? bytes : total;
                swap = matcher.group(1).equals("SwapTotal") ? bytes : swap;
            }
        }
        MachineMemory memory = new MachineMemory(total, swap, "machine");
        for (String line : text(root.resolve(OWN_GROUPS)).split("\n")) {
            String[] fields = line.strip().split(":", 3);
            if (fields.length == 3 && (fields[0].equals("0") || fields[1].equals("memory"))) {
                memory = memory.limitedBy(root, fields[0].equals("0"), fields[2]);
            }
        }
        return memory;
    }

    /** In a container the group may appear as the root, so all its parents count. */
    private MachineMemory limitedBy(Path root, boolean unified, String group) {
        Path mount = root.resolve(unified ? "sys/fs/cgroup" : "sys/fs/cgroup/memory");
        String file = unified ? "memory.max" : "memory.limit_in_bytes";
        MachineMemory least = this;
        Path path = mount.resolve(group.replaceFirst("^/+", "")).normalize();
        while (path.startsWith(mount)) {
            String limit = text(path.resolve(file)).strip();
            if (limit.matches("[0-9]{1,18}") && Long.parseLong(limit) < least.bytes) {
                least = new MachineMemory(Long.parseLong(limit), 0, "control group");
            }
            path = path.getParent();
        }
        return least;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Not Linux, or no such group.
            return "";
        }
    }
}
