package mpi;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs on windows beside a model. {@code -Dwindows.seed} repeats one. */
interface RandomWindowTests extends InJob {
    /** {@code -Dwindows.programs} changes it. */
    int PROGRAMS = Integer.getInteger("windows.programs", 20);

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    default void shouldAgreeWithTheModelWhenAccessesAreRandom(int ranks) {
        Long given = Long.getLong("windows.seed");
        long first = given == null ? System.nanoTime() : given;
        int programs = given == null ? PROGRAMS : 1;
        System.out.println("windows.seed=" + first + " to " + (first + programs - 1));
        job(ranks)
                .run(
                        () -> {
                            for (int i = 0; i < programs; i++) {
                                new RandomWindowProgram(first + i).run();
                            }
                        });
    }
}
