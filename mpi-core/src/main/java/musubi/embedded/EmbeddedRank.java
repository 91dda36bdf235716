package musubi.embedded;

import musubi.bootstrap.Bootstrap;
import musubi.pvas.ClassStore;
import musubi.pvas.ExitUnwinding;
import musubi.pvas.PvasProcess;
import musubi.pvas.RankLoader;
import musubi.pvas.StandardStreams;
import musubi.region.AddressSpace;

import java.io.FileDescriptor;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * A rank of an {@link EmbeddedJob}.
 *
 * <p>Thread rule: any thread, except for {@link #initialise} and {@link #leave}, which a thread of
 * the rank calls.
 */
public final class EmbeddedRank {
    private static final String FACADE = "mpi.MPI";
    private static final int THREAD_SERIALIZED = 2;
    private static final int NOT_ENDED = -1;

    private final int number;
    private final PvasProcess process;
    private volatile int exitCode = NOT_ENDED;
    private volatile Thread main;

    EmbeddedRank(
            int number,
            ClassStore classes,
            Map<String, String> settings,
            PrintStream output,
            Supplier<Bootstrap> bootstrap,
            AddressSpace addressSpace) {
        this.number = number;
        Properties properties = PvasProcess.copyOfProperties();
        settings.forEach((name, value) -> properties.setProperty("musubi." + name, value));
        StandardStreams streams =
                new StandardStreams(
                        InputStream.nullInputStream(),
                        output,
                        output,
                        FileDescriptor.in,
                        FileDescriptor.out,
                        FileDescriptor.err,
                        output::flush);
        PvasProcess.Environment environment =
                new PvasProcess.Environment(
                        properties, System.getenv(), streams, bootstrap, addressSpace);
        process = new PvasProcess(number, classes, environment, code -> exitCode = code);
    }

    /** Whether a class belongs to a rank, and not to the JVM. */
    public static boolean owns(Class<?> type) {
        return type.getClassLoader() instanceof RankLoader;
    }

    /** Its number in the job. */
    public int number() {
        return number;
    }

    /** The loader of its classes. */
    public ClassLoader loader() {
        return process.loader();
    }

    /** Starts its main thread. */
    public void start(Runnable body) {
        Thread thread = process.newThread("rank-" + number, body);
        thread.setDaemon(true);
        main = thread;
        thread.start();
    }

    /** Calls {@code MPI.InitThread}: any of its threads may use MPI, one at a time. */
    public void initialise() throws Exception {
        call("InitThread", new Class<?>[] {String[].class, int.class}, null, THREAD_SERIALIZED);
    }

    /** Calls {@code MPI.Finalize} unless the program has done so. */
    public void leave() throws Exception {
        if (Boolean.TRUE.equals(call("Initialized", new Class<?>[0]))) {
            call("Finalize", new Class<?>[0]);
        }
    }

    private Object call(String name, Class<?>[] types, Object... arguments) throws Exception {
        try {
            return loader().loadClass(FACADE).getMethod(name, types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw (Error) e.getCause();
        }
    }

    /** Ends the rank: runs its shutdown hooks and interrupts its other threads. */
    public void end() {
        try {
            process.exit(0);
        } catch (ExitUnwinding ended) {
            // Expected: it unwinds programs.
            return;
        }
    }

    /** Whether {@code System.exit} or {@link #end} has ended it. */
    public boolean hasEnded() {
        return exitCode != NOT_ENDED;
    }

    /** The code of {@code System.exit}. */
    public int exitCode() {
        return exitCode;
    }

    /** Its live threads, the first of which is its main thread if that is alive. */
    public List<Thread> threads() {
        Thread first = main;
        ThreadGroup group = first == null ? null : PvasProcess.groupOf(first);
        if (group == null) {
            return List.of();
        }
        Thread[] found = new Thread[group.activeCount() + 16];
        return Arrays.asList(found).subList(0, group.enumerate(found));
    }

    /** Interrupts all its threads. */
    public void interrupt() {
        threads().forEach(Thread::interrupt);
    }
}
