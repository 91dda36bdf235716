package musubi.pvas;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;

/**
 * The replacements for members of the JDK that represent the process; the table is {@link
 * Redirections}. Each rank's loader defines this class again, so the rank follows from the calling
 * class and not from the thread.
 *
 * <p>Thread rule: any thread.
 */
public final class ProcessCalls {
    private static final PvasProcess PROCESS =
            ((RankLoader) ProcessCalls.class.getClassLoader()).process();

    private ProcessCalls() {}

    /** Rethrows an {@link ExitUnwinding} from a {@code catch (Throwable)}. */
    public static void letExitPass(Throwable caught) {
        if (caught instanceof ExitUnwinding end) {
            throw end;
        }
    }

    /** {@code System.exit}; it throws {@link ExitUnwinding}. */
    public static void exit(int code) {
        PROCESS.exit(code);
    }

    /** {@code Runtime.exit}. */
    public static void exit(Runtime runtime, int code) {
        PROCESS.exit(code);
    }

    /** {@code Runtime.halt}. */
    public static void halt(Runtime runtime, int code) {
        PROCESS.halt(code);
    }

    /** {@code Runtime.addShutdownHook}. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        PROCESS.live().hooks().add(hook);
    }

    /** {@code Runtime.removeShutdownHook}. */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        return PROCESS.live().hooks().remove(hook);
    }

    /** {@code System.in}. */
    public static InputStream in() {
        return PROCESS.live().in();
    }

    /** {@code System.out}. */
    public static PrintStream out() {
        return PROCESS.live().out();
    }

    /** {@code System.err}. */
    public static PrintStream err() {
        return PROCESS.live().err();
    }

    /** {@code FileDescriptor.in}. */
    public static FileDescriptor inDescriptor() {
        return PROCESS.live().initialStreams().inDescriptor();
    }

    /** {@code FileDescriptor.out}. */
    public static FileDescriptor outDescriptor() {
        return PROCESS.live().initialStreams().outDescriptor();
    }

    /** {@code FileDescriptor.err}. */
    public static FileDescriptor errDescriptor() {
        return PROCESS.live().initialStreams().errDescriptor();
    }

    /** {@code System.setIn}. */
    public static void setIn(InputStream stream) {
        PROCESS.live().setIn(stream);
    }

    /** {@code System.setOut}. */
    public static void setOut(PrintStream stream) {
        PROCESS.live().setOut(stream);
    }

    /** {@code System.setErr}. */
    public static void setErr(PrintStream stream) {
        PROCESS.live().setErr(stream);
    }

    /** {@code System.getProperty}. */
    public static String getProperty(String key) {
        return properties(key).getProperty(key);
    }

    /** {@code System.getProperty}. */
    public static String getProperty(String key, String otherwise) {
        return properties(key).getProperty(key, otherwise);
    }

    /** {@code System.setProperty}. */
    public static String setProperty(String key, String value) {
        return (String) properties(key).setProperty(key, value);
    }

    /** {@code System.clearProperty}. */
    public static String clearProperty(String key) {
        return (String) properties(key).remove(key);
    }

    private static Properties properties(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
        return PROCESS.live().properties();
    }

    /** {@code System.getProperties}. */
    public static Properties getProperties() {
        return PROCESS.live().properties();
    }

    /** {@code System.setProperties}. */
    public static void setProperties(Properties properties) {
        PROCESS.live().setProperties(properties);
    }

    /** {@code System.getenv}. */
    public static Map<String, String> getenv() {
        return PROCESS.live().environment();
    }

    /** {@code System.getenv}. */
    public static String getenv(String name) {
        return PROCESS.live().environment().get(name);
    }

    /** {@code Integer.getInteger}. */
    public static Integer getInteger(String key) {
        return getInteger(key, null);
    }

    /** {@code Integer.getInteger}. */
    public static Integer getInteger(String key, int otherwise) {
        return getInteger(key, Integer.valueOf(otherwise));
    }

    /** {@code Integer.getInteger}. */
    public static Integer getInteger(String key, Integer otherwise) {
        String text = optional(key);
        try {
            return text == null ? otherwise : Integer.decode(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** {@code Long.getLong}. */
    public static Long getLong(String key) {
        return getLong(key, null);
    }

    /** {@code Long.getLong}. */
    public static Long getLong(String key, long otherwise) {
        return getLong(key, Long.valueOf(otherwise));
    }

    /** {@code Long.getLong}. */
    public static Long getLong(String key, Long otherwise) {
        String text = optional(key);
        try {
            return text == null ? otherwise : Long.decode(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** {@code Boolean.getBoolean}. */
    public static boolean getBoolean(String key) {
        return Boolean.parseBoolean(optional(key));
    }

    private static String optional(String key) {
        return key == null || key.isEmpty() ? null : PROCESS.live().properties().getProperty(key);
    }

    /** {@code Thread.setDefaultUncaughtExceptionHandler}. */
    public static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
        PROCESS.live().setDefaultHandler(handler);
    }

    /** {@code Thread.getDefaultUncaughtExceptionHandler}. */
    public static Thread.UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return PROCESS.live().defaultHandler();
    }

    /** {@code Throwable.printStackTrace}. */
    public static void printStackTrace(Throwable failure) {
        failure.printStackTrace(PROCESS.live().err());
    }

    /** {@code Thread.dumpStack}. */
    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace(PROCESS.live().err());
    }

    /** {@code ClassLoader.getSystemClassLoader}: the loader that has the program's classes. */
    public static ClassLoader getSystemClassLoader() {
        return PROCESS.live().loader();
    }

    /** {@code ClassLoader.getSystemResource}. */
    public static URL getSystemResource(String name) {
        return PROCESS.live().loader().getResource(name);
    }

    /** {@code ClassLoader.getSystemResources}. */
    public static Enumeration<URL> getSystemResources(String name) throws IOException {
        return PROCESS.live().loader().getResources(name);
    }

    /** {@code ClassLoader.getSystemResourceAsStream}. */
    public static InputStream getSystemResourceAsStream(String name) {
        return PROCESS.live().loader().getResourceAsStream(name);
    }

    /** {@code IO.print}. */
    public static void print(Object object) {
        PROCESS.live().out().print(object);
        PROCESS.out().flush();
    }

    /** {@code IO.println}. */
    public static void println(Object object) {
        PROCESS.live().out().println(object);
    }

    /** {@code IO.println}. */
    public static void println() {
        PROCESS.live().out().println();
    }

    /** {@code IO.readln}. */
    public static String readln() {
        return PROCESS.live().readLine();
    }

    /** {@code IO.readln}. */
    public static String readln(String prompt) {
        print(prompt);
        return PROCESS.live().readLine();
    }
}
