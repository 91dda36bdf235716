package musubi.shell;

import jdk.jshell.ExpressionSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

import musubi.embedded.EmbeddedJob;
import musubi.embedded.RankClasses;
import musubi.embedded.TaggedOutput;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A prompt of Java on all ranks of a job.
 *
 * <p>Thread rule: one thread, except for {@link #interrupt}.
 */
public final class Shell {
    /** What every snippet can use. */
    private static final List<String> PRELUDE =
            List.of(
                    "import java.io.*;",
                    "import java.math.*;",
                    "import java.nio.*;",
                    "import java.util.*;",
                    "import java.util.concurrent.*;",
                    "import java.util.function.*;",
                    "import java.util.stream.*;",
                    "import mpi.*;",
                    "Intracomm world = MPI.COMM_WORLD;",
                    "world.setErrhandler(MPI.ERRORS_RETURN);",
                    "int rank = world.getRank();",
                    "int size = world.getSize();");

    private final PrintStream out;
    private final boolean prompts;
    private final List<TaggedOutput> outputs = new ArrayList<>();
    private final RankFanOut ranks;
    private final JShell jshell;
    private boolean hasFailed;

    /** Whether to drop the beginning of a snippet that has been read. */
    private volatile boolean dropsOpen;

    private volatile boolean isRunning;

    /**
     * The job of a shell.
     *
     * @param size the number of ranks
     * @param classPath folders and jars of the user
     * @param settings of Musubi, by name without prefix
     * @param limitS seconds after which a snippet is interrupted; 0 for none
     */
    public record Job(int size, List<Path> classPath, Map<String, String> settings, long limitS) {}

    /**
     * A shell whose ranks have initialised MPI.
     *
     * @param prompts whether to print prompts
     */
    public Shell(Job job, PrintStream out, boolean prompts) throws InterruptedException {
        this.out = out;
        this.prompts = prompts;
        for (int rank = 0; rank < job.size; rank++) {
            outputs.add(new TaggedOutput(rank, out));
        }
        RankClasses classes = RankClasses.of(Shell.class.getClassLoader(), job.classPath);
        EmbeddedJob embedded =
                new EmbeddedJob(
                        job.size, classes, job.settings, rank -> outputs.get(rank).stream());
        ranks = new RankFanOut(embedded, job.limitS);
        ranks.onRanks(
                (rank, _) -> {
                    rank.initialise();
                    return "";
                });
        if (ranks.answers().haveFailures()) {
            throw new IllegalStateException(
                    "the ranks do not start: " + ranks.answers().failureLines());
        }
        jshell = JShell.builder().executionEngine(new Engine(ranks), Map.of()).build();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            jshell.addToClasspath(entry);
        }
        job.classPath.forEach(entry -> jshell.addToClasspath(entry.toString()));
        PRELUDE.forEach(jshell::eval);
    }

    /** Gives JShell the ranks of this shell. */
    private record Engine(RankFanOut ranks) implements ExecutionControlProvider {
        @Override
        public String name() {
            return "musubi";
        }

        @Override
        public ExecutionControl generate(ExecutionEnv environment, Map<String, String> options) {
            return ranks;
        }
    }

    /**
     * Interrupts the snippet that runs: its waits in MPI and its loops end. If none runs, drops the
     * beginning of a snippet.
     */
    public void interrupt() {
        if (isRunning) {
            ranks.stop();
        } else {
            dropsOpen = true;
            if (prompts) {
                out.println();
            }
            prompt("");
        }
    }

    /**
     * Reads snippets and commands to the end of the input.
     *
     * @return whether all snippets have worked
     */
    public boolean run(BufferedReader in) throws IOException, InterruptedException {
        String open = "";
        prompt(open);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (dropsOpen) {
                dropsOpen = false;
                open = "";
            }
            if (open.isBlank() && line.strip().startsWith("/") && !line.strip().startsWith("//")) {
                if (line.strip().matches("/e(x(it?)?)?|/quit")) {
                    break;
                }
                command(line.strip());
            } else {
                open = read(open + line + "\n");
            }
            prompt(open);
        }
        if (!open.isBlank()) {
            evaluate(open);
        }
        leave();
        return !hasFailed;
    }

    private void prompt(String open) {
        if (prompts) {
            out.print(open.isBlank() ? "musubi> " : "   ...> ");
            out.flush();
        }
    }

    /** Evaluates the complete snippets of a text; returns the rest. */
    private String read(String text) {
        if (text.startsWith("@")) {
            return readAddressed(text);
        }
        String rest = text;
        while (!rest.isBlank()) {
            CompletionInfo info = jshell.sourceCodeAnalysis().analyzeCompletion(rest);
            switch (info.completeness()) {
                case EMPTY -> {
                    return "";
                }
                case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
                    return rest;
                }
                case UNKNOWN -> {
                    evaluate(rest);
                    return "";
                }
                default -> {
                    evaluate(info.source());
                    rest = info.remaining();
                }
            }
        }
        return "";
    }

    /** A line {@code @2 snippet}: for some ranks, whatever the others are addressed by. */
    private String readAddressed(String text) {
        String[] parts = text.substring(1).split("\\s", 2);
        Set<Integer> before = ranks.addressed();
        if (!address(parts[0])) {
            return "";
        }
        try {
            String rest = read(parts.length > 1 ? parts[1] : "");
            return rest.isBlank() ? "" : "@" + parts[0] + " " + rest;
        } finally {
            ranks.address(before);
        }
    }

    private void command(String line) {
        String[] words = line.split("\\s+", 2);
        String argument = words.length > 1 ? words[1] : "";
        if (words[0].equals("/rank") && argument.isEmpty()) {
            out.println("| snippets run on ranks " + ranks.addressed());
        } else if (words[0].equals("/rank")) {
            address(argument);
        } else if (words[0].equals("/help")) {
            help();
        } else {
            failed("| no such command: " + words[0] + "; /help lists them");
        }
    }

    private void help() {
        out.print(
                """
                | A snippet of Java runs on all ranks; world, rank and size are defined.
                | @2 snippet     runs on rank 2 only; also @0,2-3
                | /rank 2        all that follows runs on rank 2; /rank all: on all ranks again
                | /exit          ends the job, as the end of the input
                | Ctrl-C interrupts a snippet, or drops one whose end is missing.
                """);
    }

    private boolean address(String list) {
        if (list.equals("all")) {
            ranks.addressAll();
            return true;
        }
        try {
            ranks.address(RankNumbers.parse(list, ranks.size()));
            return true;
        } catch (IllegalArgumentException e) {
            failed("| " + e.getMessage());
            return false;
        }
    }

    private void evaluate(String source) {
        ranks.forgetAnswers();
        isRunning = true;
        List<SnippetEvent> events;
        try {
            events = jshell.eval(source);
        } finally {
            isRunning = false;
        }
        outputs.forEach(TaggedOutput::finish);
        for (SnippetEvent event : events) {
            if (event.causeSnippet() == null) {
                report(event);
            }
        }
        ranks.answers().failureLines().forEach(this::failed);
    }

    private void report(SnippetEvent event) {
        Snippet snippet = event.snippet();
        if (event.status() == Snippet.Status.REJECTED) {
            jshell.diagnostics(snippet)
                    .forEach(one -> failed("| error: " + one.getMessage(Locale.ROOT)));
        } else if (event.exception() instanceof Exception e && !ranks.answers().haveFailures()) {
            failed("| " + e.getMessage());
        } else if (snippet instanceof MethodSnippet || snippet instanceof TypeDeclSnippet) {
            out.println("| defined: " + snippet.source().lines().findFirst().orElse(""));
        } else if (snippet instanceof VarSnippet || snippet instanceof ExpressionSnippet) {
            boolean named =
                    snippet instanceof VarSnippet
                            && snippet.subKind() != Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND;
            String variable = named ? ((VarSnippet) snippet).name() + " " : "";
            ranks.answers().valueLines(variable).forEach(out::println);
        }
    }

    private void failed(String line) {
        hasFailed = true;
        out.println(line);
    }

    /** Finalizes MPI on all ranks; those that cannot any more are left to the end of the JVM. */
    private void leave() throws InterruptedException {
        isRunning = true;
        ranks.addressAll();
        ranks.forgetAnswers();
        if (!hasFailed) {
            ranks.onRanks(
                    (rank, _) -> {
                        rank.leave();
                        return "";
                    });
        }
        jshell.close();
    }
}
