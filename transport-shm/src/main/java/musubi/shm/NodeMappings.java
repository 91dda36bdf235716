package musubi.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.Map;

/**
 * The node files that this JVM has mapped, each once for all ranks of the JVM. A mapping is as long
 * as the partitions of all ranks of the node: 512 ranks with a mapping each would need 270 TiB of
 * addresses, and a process has 128.
 *
 * <p>Thread rule: any thread.
 */
final class NodeMappings {
    private final Map<String, Mapping> mapped = new HashMap<>();

    private static final class Mapping {
        final Arena arena = Arena.ofShared();
        final MemorySegment memory;
        int users;

        Mapping(FileChannel channel, long bytes) throws IOException {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    /**
     * The whole file, for one more user, who calls {@link #close}.
     *
     * @param identity device and inode, which no other file has as long as this one is mapped
     */
    synchronized MemorySegment open(String identity, FileChannel channel, long bytes)
            throws IOException {
        Mapping mapping = mapped.get(identity);
        if (mapping == null) {
            mapping = new Mapping(channel, bytes);
            mapped.put(identity, mapping);
        }
        mapping.users++;
        return mapping.memory;
    }

    /** Removes a user; the last one unmaps, and later accesses throw IllegalStateException. */
    synchronized void close(String identity) {
        Mapping mapping = mapped.get(identity);
        if (--mapping.users == 0) {
            mapped.remove(identity);
            mapping.arena.close();
        }
    }
}
