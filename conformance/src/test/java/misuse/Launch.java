package misuse;

import mpi.Intracomm;
import mpi.MPI;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** The main class of all programs of the corpus: {@code misuse.Launch Deadlocks.headToHead}. */
public final class Launch {
    private Launch() {}

    /** The classes with programs, one for each kind of misuse. */
    public static List<Class<?>> kinds() {
        return List.of(
                Deadlocks.class,
                Bystanders.class,
                Buffering.class,
                Collectives.class,
                InFlight.class,
                Overlaps.class,
                TypeMismatches.class,
                Truncations.class,
                Arguments.class,
                Requests.class,
                Objects.class,
                Unmatched.class,
                Threads.class,
                StartAndEnd.class,
                CancelledAndBuffered.class,
                GroupsAndGrids.class,
                RacesAndHiddenErrors.class);
    }

    /** Runs the program with this name, {@code class.method}. */
    public static void main(String[] arguments) throws Throwable {
        String[] names = arguments[0].split("\\.");
        Class<?> type = Class.forName(Launch.class.getPackageName() + "." + names[0]);
        Method program =
                Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(names[1]))
                        .findFirst()
                        .orElseThrow();
        try {
            if (program.getParameterCount() == 0) {
                program.invoke(null);
            } else {
                MPI.Init(new String[0]);
                Intracomm world = MPI.COMM_WORLD;
                program.invoke(null, world, world.getRank());
                MPI.Finalize();
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
