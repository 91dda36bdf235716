package musubi.conformance.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a round can do. */
final class Exercises {
    /**
     * One kind of round.
     *
     * @param name as reports show it
     * @param body performs it; all ranks of the round's communicator call it
     */
    record Exercise(String name, Consumer<Round> body) {}

    private Exercises() {}

    /** All of them. */
    static List<Exercise> all() {
        List<Exercise> all = new ArrayList<>();
        all.add(new Exercise("pairs in all modes", PointToPoint::pairs));
        all.add(new Exercise("non-blocking messages", PointToPoint::shift));
        all.add(new Exercise("any source and any tag", PointToPoint::wildcards));
        all.add(new Exercise("persistent requests", PointToPoint::persistent));
        all.add(new Exercise("sendRecv", PointToPoint::exchange));
        all.add(new Exercise("bcast", Collectives::bcast));
        all.add(new Exercise("gather", Collectives::gather));
        all.add(new Exercise("scatter", Collectives::scatter));
        all.add(new Exercise("allGather", Collectives::allGather));
        all.add(new Exercise("allGatherv", Collectives::allGatherv));
        all.add(new Exercise("allToAll", Collectives::allToAll));
        all.add(new Exercise("allToAllv", Collectives::allToAllv));
        all.add(new Exercise("reduce", Collectives::reduce));
        all.add(new Exercise("allReduce", Collectives::allReduce));
        all.add(new Exercise("scan", Collectives::scan));
        all.add(new Exercise("reduceScatterBlock", Collectives::reduceScatter));
        all.add(new Exercise("non-blocking collectives", NonBlocking::several));
        all.add(new Exercise("datatypes", Layouts::exchange));
        all.add(new Exercise("dup", Communicators::duplicate));
        all.add(new Exercise("split", Communicators::split));
        all.add(new Exercise("group", Communicators::group));
        all.add(new Exercise("cartesian ring", Communicators::ring));
        all.add(new Exercise("intercommunicator", Communicators::halves));
        all.add(new Exercise("objects", Objects::exchange));
        all.add(new Exercise("bcast of objects", Objects::bcast));
        return all;
    }
}
