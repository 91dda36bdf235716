package musubi.pvas;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The program of the ranks in {@link PvasProcessTest}; the first argument is the action. */
final class PrivateProgram {
    private static int counter;

    private PrivateProgram() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "statics" -> System.out.print(++counter);
            case "exit" -> exitInASwallowingBlock(Integer.parseInt(arguments[1]));
            case "exit-by-reference" -> exitBy(System::exit);
            case "exit-in-executor" -> exitInExecutor();
            case "halt" -> halt();
            case "hooks" -> addHooks();
            case "properties" -> useProperties(arguments[1]);
            case "environment" -> System.out.print(System.getenv("NAME") + System.getenv().size());
            case "streams" -> useStreams();
            case "executor" -> printInOtherThreads();
            case "trace" -> printTrace();
            case "uncaught" -> throw new IllegalStateException("not caught");
            case "uncaught-elsewhere" -> failInThread();
            case "default-handler" -> failWithHandler();
            case "late-thread" -> startLateThread();
            case "classes" -> findClasses();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void exitInASwallowingBlock(int code) {
        for (int i = 0; i < 3; i++) {
            try {
                System.exit(code);
            } catch (Throwable swallowed) {
                counter++;
            }
        }
        System.out.print("went on " + counter);
    }

    private static void exitBy(IntConsumer exit) {
        exit.accept(4);
        System.out.print("went on");
    }

    private static void exitInExecutor() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook")));
        Executors.newSingleThreadExecutor().submit(() -> System.exit(5));
        TimeUnit.SECONDS.sleep(600);
    }

    private static void halt() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook")));
        Runtime.getRuntime().halt(6);
    }

    private static void addHooks() {
        Thread never = new Thread(() -> System.out.print("never"));
        Runtime.getRuntime().addShutdownHook(never);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook")));
        System.out.print(Runtime.getRuntime().removeShutdownHook(never) + " ");
    }

    private static void useProperties(String value) {
        System.setProperty("pvas.test", value);
        Thread.yield();
        System.out.print(
                System.getProperty("pvas.test")
                        + Integer.getInteger("pvas.test")
                        + Long.getLong("pvas.test", 1L)
                        + System.getProperties().getProperty("pvas.test")
                        + Boolean.getBoolean("pvas.test")
                        + System.getProperty("pvas.none", "-"));
    }

    private static void useStreams() throws IOException {
        System.err.print("to err");
        System.out.print((char) System.in.read());
        System.setOut(System.err);
        System.out.print(" and this");
        IO.println(" and that");
    }

    private static void printInOtherThreads() throws Exception {
        Thread.ofVirtual().start(() -> System.out.print("v")).join();
        try (var pool = Executors.newFixedThreadPool(2)) {
            pool.submit(() -> System.out.print("e")).get();
        }
        java.util.concurrent.CompletableFuture.runAsync(() -> System.out.print("c")).get();
    }

    private static void printTrace() {
        try {
            throw new IllegalStateException("traced");
        } catch (IllegalStateException e) {
            e.printStackTrace();
        }
    }

    private static void failInThread() throws InterruptedException {
        Thread thread = new Thread(PrivateProgram::fail, "worker");
        thread.start();
        thread.join();
    }

    private static void fail() {
        throw new IllegalStateException("in a thread");
    }

    private static void failWithHandler() throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.print(e.getMessage()));
        failInThread();
    }

    private static void startLateThread() {
        Runnable late =
                () -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(100);
                        System.out.print("late");
                    } catch (InterruptedException e) {
                        System.out.print("interrupted");
                    }
                };
        new Thread(late).start();
    }

    private static void findClasses() throws ClassNotFoundException {
        ClassLoader own = PrivateProgram.class.getClassLoader();
        Class<?> again = Class.forName(PrivateProgram.class.getName());
        System.out.print(
                (again == PrivateProgram.class)
                        + " "
                        + (Thread.currentThread().getContextClassLoader() == own)
                        + " "
                        + (ClassLoader.getSystemClassLoader() == own)
                        + " "
                        + (own.getResource("musubi/pvas/PrivateProgram.class") != null)
                        + " "
                        + PrivateProgram.class.getPackage().getName());
    }
}
