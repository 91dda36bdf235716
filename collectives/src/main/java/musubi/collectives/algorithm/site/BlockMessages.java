package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Messages of several equal blocks of an all-to-all. A block has a name, made of the rank that it
 * comes from and the one that it is for; it is copied only if a message needs it beside others.
 */
public final class BlockMessages {
    private final long ranks;
    private final long items;
    private final ScheduleBuilder builder;

    /** Locations of the blocks that this rank has, by name. */
    private final Map<Long, Part> known = new HashMap<>();

    /**
     * No blocks yet.
     *
     * @param ranks more than the numbers of all ranks
     * @param items of a block
     */
    public BlockMessages(int ranks, long items, ScheduleBuilder builder) {
        this.ranks = ranks;
        this.items = items;
        this.builder = builder;
    }

    private long name(int from, int to) {
        return to * ranks + from;
    }

    /** The names of all blocks from some ranks to some others, target by target. */
    public long[] names(int[] from, int... to) {
        return Arrays.stream(to)
                .mapToObj(target -> Arrays.stream(from).mapToLong(source -> name(source, target)))
                .flatMapToLong(each -> each)
                .toArray();
    }

    /** Adds a block of this rank. */
    public void add(int from, int to, Part block) {
        known.put(name(from, to), block);
    }

    /** Where a block is. */
    public Part get(int from, int to) {
        return known.get(name(from, to));
    }

    /** Sends blocks as one message. */
    public void send(int to, long... names) {
        if (names.length > 0) {
            builder.send(to, together(names));
        }
    }

    private Part together(long... names) {
        Part first = known.get(names[0]);
        Part whole = new Part(first.buffer(), first.offset(), items * names.length, first.type());
        if (IntStream.range(0, names.length)
                .allMatch(i -> known.get(names[i]).equals(block(whole, i)))) {
            return whole;
        }
        Part packed = builder.temporary(items * names.length);
        for (int i = 0; i < names.length; i++) {
            builder.copy(known.get(names[i]), block(packed, i));
        }
        return packed;
    }

    private Part block(Part message, int number) {
        return message.slice(number * items, items);
    }

    /** Receives a message of blocks. */
    public void receive(int from, long... names) {
        if (names.length > 0) {
            Part message = builder.temporary(items * names.length);
            builder.recv(from, message);
            for (int i = 0; i < names.length; i++) {
                known.put(names[i], block(message, i));
            }
        }
    }
}
