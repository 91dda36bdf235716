package musubi.pvas;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.RankHost;
import musubi.config.Settings;

import java.io.BufferedReader;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * What a rank has instead of a process: streams, properties, environment, threads, shutdown hooks
 * and an end of its own.
 *
 * <p>What is public is also for {@link ProcessCalls}, which is in another package at run time: that
 * of the rank's loader.
 *
 * <p>Thread rule: any thread.
 */
public final class PvasProcess implements RankHost {
    private final int id;
    private final Environment surroundings;
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
    private BufferedReader lines;

    private enum Phase {
        RUNNING,
        /** The shutdown hooks run; the other threads go on. */
        ENDING,
        ENDED
    }

    /**
     * What a rank finds when it starts.
     *
     * @param properties its system properties; the rank's from now on
     * @param environment its environment variables; not changed any more
     * @param streams its standard streams
     * @param bootstrap how it joins its job; asked at each {@code MPI.Init}
     */
    public record Environment(
            Properties properties,
            Map<String, String> environment,
            StandardStreams streams,
            Supplier<Bootstrap> bootstrap) {}

    /**
     * A rank that has not started.
     *
     * @param id its number, for names
     * @param classes what its loader defines
     * @param onEnd gets the exit code once, when the rank has ended and its streams are closed
     */
    public PvasProcess(int id, ClassStore classes, Environment surroundings, IntConsumer onEnd) {
        this.id = id;
        this.surroundings = surroundings;
        this.onEnd = onEnd;
        properties = surroundings.properties();
        in = surroundings.streams().in();
        out = surroundings.streams().out();
        err = surroundings.streams().err();
        loader = new RankLoader(classes, this);
        threads = new RankThreads(this);
    }

    /** The group of all threads of the rank that a thread belongs to; null when it has a JVM. */
    public static ThreadGroup groupOf(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        while (group != null && !(group instanceof RankThreads)) {
            group = group.getParent();
        }
        return group;
    }

    /** A copy of the JVM's system properties, for a rank to begin with. */
    public static Properties copyOfProperties() {
        Properties copy = new Properties();
        copy.putAll(System.getProperties());
        return copy;
    }

    /** The rank that a thread of the program belongs to, or null when that is not known. */
    static PvasProcess current() {
        Thread thread = Thread.currentThread();
        for (ClassLoader l = thread.getContextClassLoader(); l != null; l = l.getParent()) {
            if (l instanceof RankLoader own) {
                return own.process();
            }
        }
        for (ThreadGroup g = thread.getThreadGroup(); g != null; g = g.getParent()) {
            if (g instanceof RankThreads own) {
                return own.process();
            }
        }
        return null;
    }

    /** Its number. */
    public int id() {
        return id;
    }

    /** Has the program's classes. */
    public RankLoader loader() {
        return loader;
    }

    /** A thread of this rank that has not started. */
    public Thread newThread(String name, Runnable body) {
        Thread thread = new Thread(threads, body, name, 0, false);
        thread.setContextClassLoader(loader);
        return thread;
    }

    /**
     * Runs a program on the calling thread, which must be one of {@link #newThread}, to the end of
     * the rank: until main has returned and the last thread that is not a daemon has ended.
     */
    void runMain(String mainClass, String[] arguments) {
        mainThread = Thread.currentThread();
        int code = 0;
        try {
            MainMethod.find(loader, mainClass).invokeExact(arguments);
        } catch (ExitUnwinding ended) {
            // Whoever called exit ends the rank.
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

    /** The name of a thread in messages: a JVM of the rank's own would call the first one main. */
    String nameOf(Thread thread) {
        return thread == mainThread ? "main" : thread.getName();
    }

    private void uncaughtInMain(Throwable failure) {
        Thread main = Thread.currentThread();
        try {
            MainMethod.hideCallersOf(failure, PvasProcess.class);
            main.getUncaughtExceptionHandler().uncaughtException(main, failure);
        } catch (Throwable ignored) {
            // As in a JVM of its own: what a handler throws is for nobody.
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
            CloseQuietly.close(joined);
        }
        threads.interruptOthers();
        CloseQuietly.close(surroundings.streams().closing());
        onEnd.accept(code);
    }

    /** Runs the shutdown hooks because the JVM ends, unless the rank has ended already. */
    void shutDown() {
        if (phase.compareAndSet(Phase.RUNNING, Phase.ENDING)) {
            hooks.run();
        }
    }

    /** Throws {@link ExitUnwinding} when the rank has ended. */
    public PvasProcess live() {
        if (phase.get() == Phase.ENDED) {
            throw new ExitUnwinding(id);
        }
        return this;
    }

    /** The shutdown hooks that are registered. */
    public ShutdownHooks hooks() {
        return hooks;
    }

    /** The streams that it started with. */
    public StandardStreams initialStreams() {
        return surroundings.streams();
    }

    /** {@code System.in}. */
    public InputStream in() {
        return in;
    }

    /** {@code System.setIn}. */
    public void setIn(InputStream stream) {
        in = stream;
    }

    /** The next line of standard input without its end, or null; as {@code IO.readln}. */
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

    /** {@code System.out}. */
    public PrintStream out() {
        return out;
    }

    /** {@code System.setOut}. */
    public void setOut(PrintStream stream) {
        out = stream;
    }

    /** {@code System.err}. */
    public PrintStream err() {
        return err;
    }

    /** {@code System.setErr}. */
    public void setErr(PrintStream stream) {
        err = stream;
    }

    /** The system properties. */
    public Properties properties() {
        return properties;
    }

    /** {@code System.setProperties}. */
    public void setProperties(Properties wanted) {
        properties = wanted == null ? copyOfProperties() : wanted;
    }

    /** The environment variables. */
    public Map<String, String> environment() {
        return surroundings.environment();
    }

    /** Gets what no thread catches, or null. */
    public Thread.UncaughtExceptionHandler defaultHandler() {
        return defaultHandler;
    }

    /** Sets what gets what no thread catches. */
    public void setDefaultHandler(Thread.UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    @Override
    public Bootstrap bootstrap() {
        bootstrap = surroundings.bootstrap().get();
        return bootstrap;
    }

    @Override
    public Settings settings() {
        return Settings.of(properties, surroundings.environment());
    }
}
