package musubi.job;

import musubi.bootstrap.local.LocalJob;
import musubi.pvas.ClassStore;
import musubi.pvas.PvasProcess;
import musubi.region.AddressSpace;

import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A rank of an {@link IsolatedJob}, with classes of its own. Once a job has ended well, its ranks
 * serve the next one, with a new Init: to load and to compile their classes takes longer than most
 * jobs.
 */
final class IsolatedRank {
    private static final Map<Place, Queue<IsolatedRank>> IDLE = new ConcurrentHashMap<>();

    private final Place place;
    private final AtomicReference<LocalJob> job = new AtomicReference<>();
    private final PvasProcess process;

    private record Place(ClassStore classes, int number) {}

    private IsolatedRank(Place place) {
        this.place = place;
        process =
                new PvasProcess(
                        place.number,
                        place.classes,
                        new PvasProcess.Environment(
                                PvasProcess.copyOfProperties(),
                                Map.of(),
                                IsolatedJob.streamsOfJvm(),
                                () -> job.get().bootstrap(place.number),
                                new AddressSpace()),
                        _ -> {});
    }

    /** A rank that no job has used. */
    static IsolatedRank fresh(ClassStore classes, int number) {
        return new IsolatedRank(new Place(classes, number));
    }

    /** A rank that jobs have used, if there is one. */
    static IsolatedRank idle(ClassStore classes, int number) {
        Place place = new Place(classes, number);
        IsolatedRank rank = queue(place).poll();
        return rank == null ? new IsolatedRank(place) : rank;
    }

    private static Queue<IsolatedRank> queue(Place place) {
        return IDLE.computeIfAbsent(place, _ -> new ConcurrentLinkedQueue<>());
    }

    /** Makes this rank available to another job. */
    void release() {
        queue(place).add(this);
    }

    /** A thread that runs the work as this rank of the job. */
    Thread thread(LocalJob of, RankRunner.Work work, Queue<Throwable> failures) {
        job.set(of);
        Properties properties = PvasProcess.copyOfProperties();
        work.settings().forEach((name, value) -> properties.setProperty("musubi." + name, value));
        process.setProperties(properties);
        process.setOut(System.out);
        process.setErr(System.err);
        Thread thread = process.newThread("rank-" + process.id(), () -> run(work, failures));
        thread.setDaemon(true);
        return thread;
    }

    private void run(RankRunner.Work work, Queue<Throwable> failures) {
        try {
            ClassLoader loader = process.loader();
            Class<?> mpi = loader.loadClass("mpi.MPI");
            if (work.initialise()) {
                mpi.getMethod("Init", String[].class).invoke(null, (Object) new String[0]);
            }
            String className = work.program().getImplClass().replace('/', '.');
            invoke(loader.loadClass(className), work.program(), loader);
            if (work.finish()) {
                mpi.getMethod("Finalize").invoke(null);
            }
        } catch (InvocationTargetException e) {
            failures.add(
                    new AssertionError("rank " + process.id() + ": " + e.getCause(), e.getCause()));
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            failures.add(new AssertionError("rank " + process.id() + ": " + e, e));
        }
    }

    private static void invoke(Class<?> type, SerializedLambda lambda, ClassLoader loader)
            throws ReflectiveOperationException {
        MethodType signature =
                MethodType.fromMethodDescriptorString(lambda.getImplMethodSignature(), loader);
        Method method =
                type.getDeclaredMethod(lambda.getImplMethodName(), signature.parameterArray());
        if (!Modifier.isStatic(method.getModifiers())) {
            throw new IllegalArgumentException("the program uses `this` of the test: " + method);
        }
        method.setAccessible(true);
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = lambda.getCapturedArg(i);
        }
        method.invoke(null, captured);
    }
}
