package musubi.comm;

import musubi.type.buffer.BufferMemory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The communicators of a rank that its program still references, for reports. Unreferenced ones are
 * removed at the latest when the list has grown to twice its size.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
public final class LiveCommunicators {
    private static final int FIRST_ROOM = 8;

    private final List<WeakReference<Communicator>> known = new ArrayList<>(FIRST_ROOM);
    private int room = FIRST_ROOM;

    public LiveCommunicators() {}

    void add(Communicator comm) {
        if (known.size() == room) {
            known.removeIf(reference -> reference.get() == null);
            room = Math.max(FIRST_ROOM, 2 * known.size());
        }
        known.add(new WeakReference<>(comm));
    }

    /** The collective operation under way that uses a buffer with this memory, or null. */
    public String userOf(MemorySegment memory) {
        String[] user = new String[1];
        forEach(
                comm -> {
                    String found = comm.userOf(buffer -> BufferMemory.isIn(buffer, memory));
                    user[0] = found == null ? user[0] : found;
                });
        return user[0];
    }

    /** Passes on those that are in use. */
    public void forEach(Consumer<Communicator> action) {
        for (WeakReference<Communicator> reference : known) {
            Communicator comm = reference.get();
            if (comm != null) {
                action.accept(comm);
            }
        }
    }
}
