package musubi.shm;

import static musubi.shm.PartitionDescriptor.PIPE_DESCRIPTOR;
import static musubi.shm.PartitionDescriptor.PIPE_INODE;
import static musubi.shm.PartitionDescriptor.PIPE_PROCESS;
import static musubi.shm.PartitionDescriptor.PIPE_WRITES;
import static musubi.shm.PartitionDescriptor.UNREACHABLE;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The pipe that wakes a rank which sleeps outside of shared memory, in the event loop of another
 * transport: its place in the partition, and the ways of the owner and of a sender to it.
 *
 * <p>A sender opens it below {@code /proc} of the owner's process, for which Linux requires the
 * same user, and no native access. It recognises the pipe by its inode, which it reads after it has
 * opened the descriptor: as long as the pipe exists the descriptor is no other file, so what was
 * opened is the pipe. A sender in another namespace of processes, or one that may not look into the
 * process, notes it in the partition, and the rank does not sleep in this way any more.
 */
final class PeerPipe {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final int UNKNOWN = -1;

    /**
     * Writes during one sleep, which takes all out of the pipe: it never is full, and no sender
     * blocks. More than one, as the first sender may lose its processor before its write.
     */
    private static final int MOST_WRITES = 64;

    private static final String LINK_START = "pipe:[";
    private static final String LINK_END = "]";

    private final MemorySegment map;
    private final long partition;

    /** The descriptor that was published, or {@link #UNKNOWN}. */
    private int published = UNKNOWN;

    /** The pipe of a peer; null before the first write. */
    private RandomAccessFile opened;

    PeerPipe(MemorySegment map, long partition) {
        this.map = map;
        this.partition = partition;
    }

    /**
     * Publishes the pipe of the owner of the partition, once.
     *
     * @return whether peers can write to it, as far as is known
     */
    synchronized boolean publish(int descriptor) {
        if (published == UNKNOWN) {
            String link = link("self", descriptor);
            if (link == null || !link.startsWith(LINK_START)) {
                return false;
            }
            String inode = link.substring(LINK_START.length(), link.length() - LINK_END.length());
            map.set(ValueLayout.JAVA_LONG, partition + PIPE_INODE, Long.parseLong(inode));
            map.set(ValueLayout.JAVA_INT, partition + PIPE_DESCRIPTOR, descriptor);
            int process = (int) ProcessHandle.current().pid();
            // Volatile: peers read these after the count of sleepers.
            INT.setVolatile(map, partition + PIPE_PROCESS, process);
            published = descriptor;
        }
        return descriptor == published && (int) INT.getVolatile(map, partition + UNREACHABLE) == 0;
    }

    /** Permits writes, before the owner announces a sleep. */
    void arm() {
        INT.setVolatile(map, partition + PIPE_WRITES, 0);
    }

    /** Wakes the owner, which has published its pipe. */
    void write() {
        if ((int) INT.getAndAdd(map, partition + PIPE_WRITES, 1) >= MOST_WRITES) {
            return;
        }
        try {
            if (opened == null) {
                opened = open();
            }
            opened.write(1);
        } catch (IOException _) {
            INT.setVolatile(map, partition + UNREACHABLE, 1);
        }
    }

    /** Opens it for reading, too: otherwise the call would block if no reader were left. */
    private RandomAccessFile open() throws IOException {
        int process = (int) INT.getVolatile(map, partition + PIPE_PROCESS);
        int descriptor = map.get(ValueLayout.JAVA_INT, partition + PIPE_DESCRIPTOR);
        long inode = map.get(ValueLayout.JAVA_LONG, partition + PIPE_INODE);
        String owner = Integer.toString(process);
        RandomAccessFile file = new RandomAccessFile(path(owner, descriptor), "rw");
        if (!(LINK_START + inode + LINK_END).equals(link(owner, descriptor))) {
            file.close();
            throw new IOException("another file: " + path(owner, descriptor));
        }
        return file;
    }

    private static String path(String process, int descriptor) {
        return "/proc/" + process + "/fd/" + descriptor;
    }

    /** What a descriptor refers to; null when that cannot be read. */
    private static String link(String process, int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of(path(process, descriptor))).toString();
        } catch (IOException _) {
            return null;
        }
    }

    /** Closes a peer's pipe; a later write opens it again. */
    void close() {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            // Nothing is lost: a pipe has no state to write back.
            return;
        } finally {
            opened = null;
        }
    }
}
