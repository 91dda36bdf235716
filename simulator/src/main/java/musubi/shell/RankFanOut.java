package musubi.shell;

import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.execution.LocalExecutionControl;
import jdk.jshell.spi.ExecutionControl;

import musubi.embedded.EmbeddedJob;
import musubi.embedded.EmbeddedRank;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The execution engine of the shell: loads each snippet into all ranks and runs it on those that
 * are addressed, at the same time.
 *
 * <p>Thread rule: the thread of the shell, except for {@link #stop}.
 */
final class RankFanOut implements ExecutionControl {
    private final List<Seat> seats = new ArrayList<>();
    private final long limitS;
    private Set<Integer> addressed;
    private Answers answers = new Answers();

    /** A rank, its engine, and the tasks for its main thread. */
    private record Seat(
            EmbeddedRank rank, LocalExecutionControl engine, BlockingQueue<Runnable> tasks) {
        /** The work of the main thread. */
        void serve() {
            try {
                while (true) {
                    tasks.take().run();
                }
            } catch (InterruptedException e) {
                // The end of the rank.
                return;
            }
        }
    }

    /**
     * An engine for the ranks of a job, which it starts.
     *
     * @param limitS seconds after which a snippet is interrupted; 0 for none
     */
    RankFanOut(EmbeddedJob job, long limitS) {
        this.limitS = limitS;
        for (EmbeddedRank rank : job.ranks()) {
            Seat seat = new Seat(rank, engine(rank), new LinkedBlockingQueue<>());
            seats.add(seat);
            rank.start(seat::serve);
        }
        addressAll();
    }

    private static LocalExecutionControl engine(EmbeddedRank rank) {
        LoaderDelegate loader = new SnippetLoader(rank.loader());
        return new LocalExecutionControl(loader);
    }

    int size() {
        return seats.size();
    }

    void addressAll() {
        address(IntStream.range(0, size()).boxed().collect(Collectors.toSet()));
    }

    /** The following snippets run on these ranks only. */
    void address(Set<Integer> ranks) {
        addressed = new TreeSet<>(ranks);
    }

    Set<Integer> addressed() {
        return Set.copyOf(addressed);
    }

    /** The answers to the latest snippet. */
    Answers answers() {
        return answers;
    }

    /** Forgets the answers before the next snippet. */
    void forgetAnswers() {
        answers = new Answers();
    }

    /** A step of a rank. */
    @FunctionalInterface
    interface Step {
        String run(EmbeddedRank rank, LocalExecutionControl engine) throws Exception;
    }

    /** Runs a step on the main thread of each addressed rank; returns when all have ended. */
    void onRanks(Step step) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(addressed.size());
        Answers given = answers;
        for (int number : addressed) {
            Seat seat = seats.get(number);
            seat.tasks.add(
                    () -> {
                        try {
                            given.value(number, step.run(seat.rank, seat.engine));
                        } catch (Throwable e) {
                            given.failure(number, e);
                        }
                        running.countDown();
                    });
        }
        if (limitS > 0 && !running.await(limitS, TimeUnit.SECONDS)) {
            stop();
        }
        running.await();
    }

    @Override
    public void load(ClassBytecodes[] snippets)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        for (Seat seat : seats) {
            seat.engine.load(snippets);
        }
    }

    @Override
    public void redefine(ClassBytecodes[] snippets)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        // JShell then loads them under new names.
        throw new NotImplementedException("redefine");
    }

    @Override
    public String invoke(String className, String methodName)
            throws RunException, EngineTerminationException, InternalException {
        try {
            onRanks((_, engine) -> engine.invoke(className, methodName));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        }
        switch (answers.commonFailure()) {
            case null -> {
                return answers.first();
            }
            case RunException failure -> throw failure;
            case InternalException failure -> throw failure;
            case Throwable failure -> throw new InternalException(failure.toString());
        }
    }

    @Override
    public String varValue(String className, String variable)
            throws RunException, EngineTerminationException, InternalException {
        return seats.getFirst().engine.varValue(className, variable);
    }

    @Override
    public void addToClasspath(String path) {
        // For the compiler only: the ranks have the class path of the shell.
    }

    @Override
    public void stop() {
        for (Seat seat : seats) {
            try {
                seat.engine.stop();
            } catch (EngineTerminationException | InternalException e) {
                // The snippet is about to begin or to end.
                continue;
            }
        }
    }

    @Override
    public Object extensionCommand(String command, Object argument) throws NotImplementedException {
        throw new NotImplementedException(command);
    }

    @Override
    public void close() {
        // The end of the JVM ends the ranks.
    }
}
