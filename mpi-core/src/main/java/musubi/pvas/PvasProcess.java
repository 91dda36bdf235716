package musubi.pvas;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.RankHost;
import musubi.config.Settings;
import musubi.region.AddressSpace;

import java.io.BufferedReader;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The substitute for the process of a rank: its streams, properties, environment, threads, shutdown
 * hooks and exit.
 *
 * <p>Some members are public for {@link ProcessCalls}, which at run time is in another package,
 * that of the rank's loader.
 *
 * <p>Thread rule: any thread.
 */
public final class PvasProcess implements RankHost {
    private final int id;
    private final Environment initial;
    private final RankLoader loader;
    private final RankThreads threads;
    private final ShutdownHooks hooks = new ShutdownHooks();
    private final IntConsumer onEnd;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);
    private volatile Properties properties;
    private volatile InputStream in;
    private volatile PrintStream out;
    private volatile PrintStream err;
    private volatile Thread.UncaughtExceptionHandler defaultHandler;
    private volatile Bootstrap bootstrap;
    private volatile Thread mainThread;
    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private BufferedReader lines;

    private enum Phase {
        RUNNING,
        /** The shutdown hooks run; other threads continue. */
        ENDING,
        ENDED
    }

    /**
     * The initial environment of a rank.
     *
     * @param properties the system properties; owned by the rank
     * @param environment the environment variables; not modified
     * @param streams the standard streams
     * @param bootstrap creates the bootstrap at each {@code MPI.Init}
     * @param addressSpace of the ranks of the JVM
     */
    public record Environment(
            Properties properties,
            Map<String, String> environment,
            StandardStreams streams,
            Supplier<Bootstrap> bootstrap,
            AddressSpace addressSpace) {}

    /**
     * A rank before its start.
     *
     * @param id the number of the rank, for names
     * @param classes the classes of its loader
     * @param onEnd receives the exit code once, after the end of the rank and the close of its
     *     streams
     */
    public PvasProcess(int id, ClassStore classes, Environment initial, IntConsumer onEnd) {
        this.id = id;
        this.initial = initial;
        this.onEnd = onEnd;
        properties = initial.properties();
        in = initial.streams().in();
        out = initial.streams().out();
        err = initial.streams().err();
        loader = new RankLoader(classes, this);
        threads = new RankThreads(this);
    }

    /** The group of all threads of a thread's rank; null outside a PVAS node. */
    public static ThreadGroup groupOf(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        while (group != null && !(group instanceof RankThreads)) {
            group = group.getParent();
        }
        return group;
    }

    /** A copy of the JVM's system properties, as the initial ones of a rank. */
    public static Properties copyOfProperties() {
        Properties copy = new Properties();
        copy.putAll(System.getProperties());
        return copy;
    }

    private static void closeQuietly(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            return; // The rank ends anyway.
        }
    }

    /** The rank of the current thread, or null if unknown. */
    static PvasProcess current() {
        Thread thread = Thread.currentThread();
        for (ClassLoader l = thread.getContextClassLoader(); l != null; l = l.getParent()) {
            if (l instanceof RankLoader own) {
                return own.process();
            }
        }
        return groupOf(thread) instanceof RankThreads own ? own.process() : null;
    }

    /** The number of the rank. */
    public int id() {
        return id;
    }

    /** The loader of the classes of the program. */
    public RankLoader loader() {
        return loader;
    }

    /** A new thread of this rank. */
    public Thread newThread(String name, Runnable body) {
        Thread thread = new Thread(threads, body, name, 0, false);
        thread.setContextClassLoader(loader);
        return thread;
    }

    /**
     * Runs a program on the calling thread, created by {@link #newThread}, to the end of the rank:
     * until main has returned and the last non-daemon thread has ended.
     */
    void runMain(String mainClass, String[] arguments) {
        mainThread = Thread.currentThread();
        int code = 0;
        try {
            MainMethod.find(loader, mainClass).invokeExact(arguments);
        } catch (ExitUnwinding ended) {
            // The call of exit ends the rank.
            return;
        } catch (MainMethod.Missing e) {
            err.println(e.getMessage());
            code = 1;
        } catch (Throwable e) {
            uncaughtInMain(e);
            code = 1;
        }
        threads.awaitOthers();
        end(code, true);
    }

    /** The name of a thread in messages; the first thread is main, as in a process. */
    String nameOf(Thread thread) {
        return thread == mainThread ? "main" : thread.getName();
    }

    private void uncaughtInMain(Throwable failure) {
        Thread main = Thread.currentThread();
        try {
            MainMethod.hideCallersOf(failure, PvasProcess.class);
            main.getUncaughtExceptionHandler().uncaughtException(main, failure);
        } catch (Throwable ignored) {
            // As in a process: exceptions of a handler are ignored.
            return;
        }
    }

    /** {@code System.exit}; throws {@link ExitUnwinding}. */
    public void exit(int code) {
        end(code, true);
        throw new ExitUnwinding(id);
    }

    /** {@code Runtime.halt}; throws {@link ExitUnwinding}. */
    public void halt(int code) {
        end(code, false);
        throw new ExitUnwinding(id);
    }

    private void end(int code, boolean withHooks) {
        if (withHooks && !phase.compareAndSet(Phase.RUNNING, Phase.ENDING)) {
            return;
        }
        if (withHooks) {
            hooks.run();
        }
        if (phase.getAndSet(Phase.ENDED) == Phase.ENDED) {
            return;
        }
        Bootstrap joined = bootstrap;
        if (joined != null) {
            closeQuietly(joined);
        }
        threads.interruptOthers();
        atEnd.forEach(Runnable::run);
        closeQuietly(initial.streams().closing());
        onEnd.accept(code);
    }

    /** Runs the shutdown hooks at the end of the JVM, unless the rank has ended already. */
    void shutDown() {
        if (phase.compareAndSet(Phase.RUNNING, Phase.ENDING)) {
            hooks.run();
        }
    }

    /** Returns this process; throws {@link ExitUnwinding} after the end of the rank. */
    public PvasProcess live() {
        if (phase.get() == Phase.ENDED) {
            throw new ExitUnwinding(id);
        }
        return this;
    }

    /** The registered shutdown hooks. */
    public ShutdownHooks hooks() {
        return hooks;
    }

    /** The initial standard streams. */
    public StandardStreams initialStreams() {
        return initial.streams();
    }

    /** {@code System.in}. */
    public InputStream in() {
        return in;
    }

    /** {@code System.setIn}. */
    public void setIn(InputStream stream) {
        in = stream;
    }

    /** The next line of standard input without its terminator, or null; as {@code IO.readln}. */
    public synchronized String readLine() {
        try {
            if (lines == null) {
                lines = new BufferedReader(new InputStreamReader(in, inputCharset()));
            }
            return lines.readLine();
        } catch (IOException e) {
            throw new IOError(e);
        }
    }

    private static Charset inputCharset() {
        String name = System.getProperty("stdin.encoding", System.getProperty("native.encoding"));
        return name == null ? Charset.defaultCharset() : Charset.forName(name);
    }

    @Override
    public PrintStream out() {
        return out;
    }

    /** {@code System.setOut}. */
    public void setOut(PrintStream stream) {
        out = stream;
    }

    @Override
    public PrintStream err() {
        return err;
    }

    /** {@code System.setErr}. */
    public void setErr(PrintStream stream) {
        err = stream;
    }

    @Override
    public Properties properties() {
        return properties;
    }

    /** {@code System.setProperties}. */
    public void setProperties(Properties replacement) {
        properties = replacement == null ? copyOfProperties() : replacement;
    }

    /** The environment variables. */
    public Map<String, String> environment() {
        return initial.environment();
    }

    /** The default handler of uncaught exceptions, or null. */
    public Thread.UncaughtExceptionHandler defaultHandler() {
        return defaultHandler;
    }

    /** Sets the default handler of uncaught exceptions. */
    public void setDefaultHandler(Thread.UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    @Override
    public Bootstrap bootstrap() {
        bootstrap = initial.bootstrap().get();
        return bootstrap;
    }

    @Override
    public Settings settings() {
        return Settings.of(properties, initial.environment());
    }

    @Override
    public AddressSpace addressSpace() {
        return initial.addressSpace();
    }

    @Override
    public void atEnd(Runnable action) {
        atEnd.add(action);
    }
}
