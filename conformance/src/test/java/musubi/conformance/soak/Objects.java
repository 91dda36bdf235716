package musubi.conformance.soak;

import mpi.MPI;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Java objects, with the calls of MPJ Express. */
final class Objects {
    private static final int MAX_OBJECTS = 5;
    private static final int MAX_NUMBERS = 400;

    private Objects() {}

    static void exchange(Round round) {
        int count = 1 + round.choose(MAX_OBJECTS);
        int length = round.choose(MAX_NUMBERS);
        int to = (round.rank() + 1) % round.size();
        int from = (round.rank() + round.size() - 1) % round.size();
        Object[] out = objects(round, round.rank(), count, length);
        Object[] in = new Object[count];
        round.comm().Sendrecv(out, 0, count, MPI.OBJECT, to, 1, in, 0, count, MPI.OBJECT, from, 1);
        check(objects(round, from, count, length), in);
    }

    static void bcast(Round round) {
        int root = round.choose(round.size());
        int count = 1 + round.choose(MAX_OBJECTS);
        int length = round.choose(MAX_NUMBERS);
        Object[] expected = objects(round, root, count, length);
        Object[] data = round.rank() == root ? expected.clone() : new Object[count];
        round.comm().Bcast(data, 0, count, MPI.OBJECT, root);
        check(expected, data);
    }

    private static Object[] objects(Round round, int rank, int count, int length) {
        Object[] objects = new Object[count];
        for (int i = 0; i < count; i++) {
            List<Integer> numbers = new ArrayList<>();
            for (int n = 0; n < length; n++) {
                numbers.add(Numbers.at(round, rank, n + i));
            }
            objects[i] = Map.of("rank", rank, "numbers", numbers, "text", numbers.toString());
        }
        return objects;
    }

    private static void check(Object[] expected, Object[] found) {
        for (int i = 0; i < expected.length; i++) {
            if (!expected[i].equals(found[i])) {
                throw new IllegalStateException(
                        "object=%d expected=%s found=%s".formatted(i, expected[i], found[i]));
            }
        }
    }
}
