package musubi.conformance.corpus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** The outcomes of programs that were run, with and without checks. */
final class Results {
    /** Most programs wait most of their time: for the detection of a deadlock. */
    private static final int AT_A_TIME = 4;

    private final List<Result> results = new ArrayList<>();

    /** A run and its outcome. */
    record Result(CorpusProgram program, boolean checks, Outcome outcome) {
        Verdict verdict() {
            return Verdict.of(program, checks, outcome);
        }
    }

    /** Runs a program. */
    @FunctionalInterface
    interface Runner {
        Outcome run(CorpusProgram program, boolean checks) throws Exception;
    }

    /** Runs these programs and adds the results. */
    void run(List<CorpusProgram> programs, boolean checks, Runner runner)
            throws InterruptedException {
        List<Callable<Result>> calls = new ArrayList<>();
        for (CorpusProgram program : programs) {
            calls.add(() -> new Result(program, checks, runner.run(program, checks)));
        }
        // Threads with the usual names of pools count as threads of a program that may call MPI.
        ThreadFactory factory = Thread.ofPlatform().name("corpus-", 0).factory();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME, factory)) {
            for (Future<Result> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a program could not be run: " + e.getCause(), e);
        }
    }

    /**
     * A text for each result that differs from the annotation of its program.
     *
     * @param transport of the runs
     */
    List<String> differences(String transport) {
        List<String> differences = new ArrayList<>();
        for (Result result : results) {
            String text = Verdict.differs(result.program, result.checks, result.outcome);
            boolean varies = transport.equals("tcp") && result.program.variesOverTcp();
            if (text != null && !varies) {
                differences.add(result.program + ": " + text + "; it " + result.outcome);
            }
        }
        return differences;
    }

    /** The table by kind, in Markdown. */
    String table() {
        Map<String, int[]> rows = new LinkedHashMap<>();
        int[] sum = new int[5];
        for (CorpusProgram program : results.stream().map(Result::program).distinct().toList()) {
            int[] row = rows.computeIfAbsent(program.kind(), _ -> new int[sum.length]);
            count(program.isErroneous() ? 0 : 3, row, sum);
        }
        for (Result result : results) {
            int[] row = rows.get(result.program.kind());
            switch (result.verdict()) {
                case FOUND -> count(result.checks ? 2 : 1, row, sum);
                case FALSE_ALARM -> count(4, row, sum);
                default -> {
                    // Neither found nor an alarm.
                }
            }
        }
        StringBuilder table =
                new StringBuilder(
                        "| kind | erroneous | found by default | found with `--check`"
                                + " | correct | false alarms |\n|---|---|---|---|---|---|\n");
        rows.forEach((kind, row) -> table.append(line(kind, row)));
        return table.append(line("all", sum)).toString();
    }

    private static void count(int column, int[] row, int[] sum) {
        row[column]++;
        sum[column]++;
    }

    private static String line(String kind, int[] row) {
        StringBuilder line = new StringBuilder("| ").append(kind);
        for (int number : row) {
            line.append(" | ").append(number);
        }
        return line.append(" |\n").toString();
    }
}
