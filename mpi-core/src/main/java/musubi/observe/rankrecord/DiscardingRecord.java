package musubi.observe.rankrecord;

/**
 * The record of a rank with {@code musubi.observe=false}: without names, values and events. A class
 * of its own, so that other records test nothing; it is loaded only for such a rank.
 */
public final class DiscardingRecord extends RankRecord {
    /** Of this rank. */
    public DiscardingRecord(Owner owner) {
        super(newMemory(owner), owner);
    }

    @Override
    public int counterAt(String name, String unit, CounterKind kind) {
        return 0;
    }

    @Override
    public void add(int place, long amount) {}

    @Override
    public void addMessage(int place, long bytes) {}

    @Override
    public void set(int place, long value) {}

    @Override
    public void raiseTo(int place, long value) {}

    @Override
    public void addQuickEvent(int kind, int peer, int tag, int context, int detail, long amount) {}

    @Override
    public long addEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        return 0;
    }
}
