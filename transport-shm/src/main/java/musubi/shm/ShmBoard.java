package musubi.shm;

import static musubi.shm.PartitionDescriptor.BOARD;
import static musubi.shm.PartitionDescriptor.BOARD_LINES;
import static musubi.shm.PartitionDescriptor.BOARD_LINE_BYTES;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.WORLD_RANK;

import musubi.adi.NodeBoard;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The lines of the ranks of a node, each in its rank's partition. */
final class ShmBoard extends NodeBoard {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final BooleanSupplier NOTHING = () -> false;

    private final MemorySegment map;
    private final long partitionBytes;
    private final int self;
    private final Doorbell[] doorbells;
    private Map<Integer, Integer> places;

    private BooleanSupplier arrived = NOTHING;

    /**
     * A board.
     *
     * @param self this rank's local index
     * @param size how many ranks the node has
     */
    ShmBoard(MemorySegment map, long partitionBytes, int self, int size) {
        this.map = map;
        this.partitionBytes = partitionBytes;
        this.self = self;
        this.doorbells = new Doorbell[size];
    }

    @Override
    public int lines() {
        return BOARD_LINES;
    }

    /** All ranks have written their world rank before any of them could communicate. */
    @Override
    public int placeOf(int worldRank) {
        if (places == null) {
            places = new HashMap<>();
            for (int i = 0; i < doorbells.length; i++) {
                places.put(map.get(ValueLayout.JAVA_INT, i * partitionBytes + WORLD_RANK), i);
            }
        }
        return places.getOrDefault(worldRank, -1);
    }

    @Override
    public MemorySegment memory() {
        return map;
    }

    @Override
    public long dataOf(int place, int line, long number) {
        return lineOf(place, line, number) + Long.BYTES;
    }

    /** Even and odd numbers have a cache line each, so a rank may be one ahead of its readers. */
    private long lineOf(int place, int line, long number) {
        return place * partitionBytes
                + BOARD
                + (long) line * BOARD_LINE_BYTES
                + (number & 1) * LINE_BYTES;
    }

    @Override
    public boolean isShown(int place, int line, long number) {
        // Acquire: pairs with setRelease in show.
        return (long) LONG.getAcquire(map, lineOf(place, line, number)) >= number;
    }

    @Override
    public void show(int line, long number) {
        // Release: pairs with getAcquire in isShown; the data are before it.
        LONG.setRelease(map, lineOf(self, line, number), number);
        // Of the ranks that show the same number, the last one to pass here sees all of them, and
        // who sleeps: pairs with the fence in Doorbell.enter.
        VarHandle.fullFence();
    }

    @Override
    public void wake(int place) {
        Doorbell doorbell = doorbells[place];
        if (doorbell == null) {
            doorbell = new Doorbell(map, place * partitionBytes);
            doorbells[place] = doorbell;
        }
        if (doorbell.isAwaited()) {
            doorbell.wake();
        }
    }

    @Override
    public void watch(BooleanSupplier condition) {
        arrived = condition == null ? NOTHING : condition;
    }

    /** Whether what is watched for has not come. */
    boolean isQuiet() {
        return !arrived.getAsBoolean();
    }
}
