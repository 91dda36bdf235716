package musubi.pvas;

import musubi.bootstrap.pmi.BootstrapSelector;
import musubi.pvas.NodePlan.Program;
import musubi.pvas.NodePlan.RankPlan;
import musubi.region.AddressSpace;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a JVM of a PVAS node: runs all or some ranks of the machine for {@code mpiexec
 * --pvas}.
 *
 * <p>Lines on the control pipe to mpiexec: {@code ready} after all pipes are open, {@code ended R
 * C} after the end of rank R with exit code C.
 */
public final class Node {
    /** Programs in Musubi's jars, which each rank defines on its own. */
    private static final String BUNDLED_PROGRAMS = "musubi.launch.rank.";

    private final NodePlan plan;
    private final OutputStream control;
    private final CountDownLatch running;
    private final AddressSpace addressSpace = new AddressSpace();
    private final List<PvasProcess> processes = new ArrayList<>();

    private Node(NodePlan plan) throws IOException {
        this.plan = plan;
        control = new FileOutputStream(plan.control());
        running = new CountDownLatch(plan.ranks().size());
    }

    /** Runs the plan in the file of {@link NodePlan#VARIABLE}, and ends the JVM. */
    public static void main(String[] words) throws IOException, InterruptedException {
        new Node(NodePlan.read(Path.of(System.getenv(NodePlan.VARIABLE)))).run();
        Runtime.getRuntime().exit(0);
    }

    private void run() throws IOException, InterruptedException {
        Map<String, ClassStore> stores = new HashMap<>();
        for (RankPlan rank : plan.ranks()) {
            String classPath = plan.programs().get(rank.program()).classPath();
            processes.add(process(rank, stores.computeIfAbsent(classPath, Node::newStore)));
        }
        RoutedOutput.install();
        Thread.setDefaultUncaughtExceptionHandler(Node::uncaught);
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "pvas-shutdown"));
        writeControl("ready");
        for (int i = 0; i < processes.size(); i++) {
            start(processes.get(i), plan.ranks().get(i));
        }
        running.await();
    }

    private static ClassStore newStore(String classPath) {
        return new ClassStore(
                Node.class.getClassLoader(),
                name -> name.startsWith(BUNDLED_PROGRAMS),
                ClassPath.urls(classPath),
                line -> System.err.println("musubi: " + line));
    }

    private PvasProcess process(RankPlan rank, ClassStore classes) throws IOException {
        StandardStreams streams =
                StandardStreams.open(rank.number() == 0, Path.of(rank.out()), Path.of(rank.err()));
        Properties properties = PvasProcess.copyOfProperties();
        Program program = plan.programs().get(rank.program());
        properties.setProperty("java.class.path", program.classPath());
        properties.setProperty("sun.java.command", commandOf(program));
        properties.putAll(program.properties());
        return new PvasProcess(
                rank.number(),
                classes,
                new PvasProcess.Environment(
                        properties,
                        rank.environment(),
                        streams,
                        () -> BootstrapSelector.fromEnvironment(rank.environment(), addressSpace),
                        addressSpace),
                code -> ended(rank.number(), code));
    }

    private static String commandOf(Program program) {
        return program.arguments().isEmpty()
                ? program.mainClass()
                : program.mainClass() + " " + String.join(" ", program.arguments());
    }

    private void start(PvasProcess process, RankPlan rank) {
        Program program = plan.programs().get(rank.program());
        String[] arguments = program.arguments().toArray(new String[0]);
        Runnable body =
                () -> {
                    String problem = ThreadBinding.bind(rank.processors());
                    if (problem != null) {
                        process.err().println("musubi: cannot bind the rank: cause=" + problem);
                    }
                    process.runMain(program.mainClass(), arguments);
                };
        process.newThread("main-" + rank.number(), body).start();
    }

    /**
     * Handles an uncaught exception of a thread outside the groups of ranks, such as a virtual one.
     */
    private static void uncaught(Thread thread, Throwable failure) {
        PvasProcess process = PvasProcess.current();
        if (process != null) {
            RankThreads.uncaught(process, thread, failure);
        } else if (!(failure instanceof ExitUnwinding)) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
        }
    }

    private void ended(int rank, int code) {
        writeControl("ended " + rank + " " + code);
        running.countDown();
    }

    private void writeControl(String line) {
        try {
            // A single write keeps lines of different ranks apart.
            control.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException("lost mpiexec", e);
        }
    }

    /** Runs the shutdown hooks of the running ranks at the end of the JVM. */
    private void shutDown() {
        List<Thread> threads = new ArrayList<>();
        for (PvasProcess process : processes) {
            threads.add(Thread.ofPlatform().start(process::shutDown));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
