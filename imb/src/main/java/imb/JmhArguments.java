package imb;

import static java.nio.charset.StandardCharsets.UTF_8;

import imb.operation.BenchmarkContext;
import imb.operation.Options;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The arguments of {@link ImbOnJmh}.
 *
 * @param ofJmh the words after --
 */
record JmhArguments(Options options, List<BenchmarkDefinition> chosen, String[] ofJmh) {
    private static final String END = "--";
    private static final double MICRO = 1e-6;
    private static final double MILLIS = 1e3;

    static JmhArguments parse(String[] args) {
        int end = Arrays.asList(args).indexOf(END);
        String[] own = end < 0 ? args : Arrays.copyOf(args, end);
        String[] ofJmh = end < 0 ? new String[0] : Arrays.copyOfRange(args, end + 1, args.length);
        Options options = ImbArguments.parse(own);
        ImbArguments.checkUnderJmh(options);
        return new JmhArguments(options, pure(options.names()), ofJmh);
    }

    /** The benchmarks, those of overlap without computation. */
    private static List<BenchmarkDefinition> pure(List<String> names) {
        return BenchmarkCatalogue.named(names).stream()
                .map(each -> each.overlaps() ? each.name() + BenchmarkCatalogue.PURE : each.name())
                .map(JmhFollower::definition)
                .distinct()
                .toList();
    }

    boolean isThreaded() {
        return chosen.stream().anyMatch(BenchmarkDefinition::isThreaded);
    }

    /** At rank 0: runs JMH, at once for all benchmarks that take the same message sizes. */
    void run(int ranks) throws CommandLineOptionException, RunnerException, IOException {
        Map<List<Integer>, List<BenchmarkDefinition>> groups = new LinkedHashMap<>();
        for (BenchmarkDefinition definition : chosen) {
            groups.computeIfAbsent(accepted(definition), _ -> new ArrayList<>()).add(definition);
        }
        CommandLineOptions given = new CommandLineOptions(ofJmh);
        List<RunResult> results = new ArrayList<>();
        for (Map.Entry<List<Integer>, List<BenchmarkDefinition>> group : groups.entrySet()) {
            results.addAll(new Runner(jmh(given, group.getValue(), group.getKey())).run());
        }
        if (options.has("lines")) {
            results.forEach(result -> System.out.println(line(result, ranks)));
        }
        if (given.getResult().hasValue()) {
            try (PrintStream file = new PrintStream(given.getResult().get(), UTF_8)) {
                ResultFormatType type = given.getResultFormat().orElse(Defaults.RESULT_FORMAT);
                ResultFormatFactory.getInstance(type, file).writeOut(results);
            }
        }
    }

    private List<Integer> accepted(BenchmarkDefinition definition) {
        List<Integer> sizes =
                ImbArguments.sizes(options).stream().filter(definition::accepts).toList();
        return sizes.isEmpty() ? List.of(0) : sizes;
    }

    private org.openjdk.jmh.runner.options.Options jmh(
            CommandLineOptions given, List<BenchmarkDefinition> group, List<Integer> sizes) {
        ChainedOptionsBuilder builder =
                new OptionsBuilder()
                        .parent(given)
                        .include(ImbOnJmh.class.getName())
                        .param("name", words(group.stream().map(this::nameOf)))
                        .param("bytes", words(sizes.stream().map(String::valueOf)))
                        .param("buffers", options.text("buffers", "array"))
                        .param("threads", options.text("threads", "2"))
                        .forks(0)
                        .threads(1);
        if (!options.text("time", "").isEmpty()) {
            builder.measurementTime(share(options.seconds("time", 1)));
        }
        if (!options.text("warm_up", "").isEmpty()) {
            builder.warmupTime(share(options.seconds("warm_up", 1)));
        }
        return (options.has("lines") ? builder.verbosity(VerboseMode.SILENT) : builder).build();
    }

    private static String[] words(Stream<String> words) {
        return words.toArray(String[]::new);
    }

    private String nameOf(BenchmarkDefinition definition) {
        boolean echo = options.has("echo") && definition.name().contains("PingPong");
        return definition.name() + (echo ? "_echo" : "");
    }

    /** The time of one iteration of JMH. */
    private static TimeValue share(double seconds) {
        return TimeValue.milliseconds(
                Math.max(1, Math.round(seconds * MILLIS / ImbOnJmh.ITERATIONS)));
    }

    /** The result as Imb prints it; an iteration of JMH is a batch. */
    private static String line(RunResult result, int ranks) {
        BenchmarkParams parameters = result.getParams();
        BenchmarkDefinition definition = JmhFollower.definition(parameters.getParam("name"));
        int bytes = Integer.parseInt(parameters.getParam("bytes"));
        double scale = MICRO * definition.share(bytes);
        double mean = result.getPrimaryResult().getScore() * scale;
        double[] batches =
                result.getBenchmarkResults().stream()
                        .flatMap(each -> each.getIterationResults().stream())
                        .map(IterationResult::getPrimaryResult)
                        .mapToDouble(each -> each.getScore() * scale)
                        .toArray();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        int threads = Integer.parseInt(parameters.getParam("threads"));
        return new BenchmarkResult(
                        parameters.getParam("name"),
                        ranks,
                        bytes,
                        operations(result),
                        new double[] {mean, mean, mean},
                        batches,
                        definition.messages(ranks, BenchmarkContext.MESSAGES, threads),
                        allocated == null ? 0 : allocated.getScore())
                .line();
    }

    private static long operations(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(each -> each.getIterationResults().stream())
                .mapToLong(each -> each.getMetadata().getMeasuredOps())
                .sum();
    }
}
