package musubi.collectives.execution;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.allreduce.RecursiveDoublingAllReduce;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;

import java.util.function.Supplier;

/**
 * What calls of a shape need when they are {@linkplain PaddedCall padded}: how ranks agree, how
 * long a place may be, and what runs when one is longer.
 */
public final class PaddingPlan {
    /** How many numbers the ranks agree on. */
    static final int NUMBERS = 2;

    private final Schedule agreement;
    private final Schedule exchange;
    private final long mostBytesOfPlace;
    private final Supplier<Schedule> unpadded;

    /**
     * For calls of a shape.
     *
     * @param exchange of places, one item each; made for {@link #slots}
     * @param limitBytes what this rank may use meanwhile
     * @param unpadded what runs when that is too little for one of the ranks; asked each time
     */
    public PaddingPlan(
            Shape asked, Schedule exchange, long limitBytes, Supplier<Schedule> unpadded) {
        this.exchange = exchange;
        this.unpadded = unpadded;
        Shape numbers = new Shape().reset(CollectiveKind.ALLREDUCE, asked.rank, asked.size);
        numbers.count = NUMBERS;
        numbers.inPlace = true;
        agreement = new RecursiveDoublingAllReduce().schedule(numbers);
        long places = 2L * asked.size;
        for (int i = 0; i < exchange.temporaries(); i++) {
            places += exchange.temporary(i).count();
        }
        mostBytesOfPlace = limitBytes / places;
    }

    /** The exchange of a place with each rank, of which each is one item. */
    public static Shape slots(Shape asked) {
        Shape places = new Shape().reset(CollectiveKind.ALLTOALL, asked.rank, asked.size);
        places.count = 1;
        places.nodes = asked.nodes;
        places.torus = asked.torus;
        return places;
    }

    /** An all-reduce of {@value #NUMBERS} numbers in place. */
    Schedule agreement() {
        return agreement;
    }

    /** An all-to-all of one item. */
    Schedule exchange() {
        return exchange;
    }

    /** How long a place may be for this rank, with all copies that it has at a time. */
    long maxSlotBytes() {
        return mostBytesOfPlace;
    }

    /** The call without places, and says that it runs. */
    Schedule unpadded() {
        return unpadded.get();
    }
}
