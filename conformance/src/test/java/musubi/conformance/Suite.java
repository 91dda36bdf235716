package musubi.conformance;

import mpi.Intracomm;
import mpi.MPI;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The program that checks all statements, one after the other, in one job: {@code mpiexec -n 4 -cp
 * … musubi.conformance.Suite report 0}. A rank whose check fails ends the job, which can be started
 * again behind that statement.
 *
 * <p>The report is a file with the numbers of the checks that passed, and one with the failures,
 * {@code report.failures}. With {@code -} as report they are printed.
 */
public final class Suite {
    private final String report;
    private final int first;
    private final List<Run> runs;
    private final List<Integer> passed = new ArrayList<>();

    /**
     * A statement in one of its forms.
     *
     * @param number its place among all runs
     */
    public record Run(int number, Statement statement, Form form) {
        /** The name for readers. */
        public String title() {
            return statement.name()
                    + (form == null ? "" : " " + form)
                    + " (section "
                    + statement.section()
                    + ": "
                    + statement.says()
                    + ")";
        }
    }

    private Suite(String report, int first) {
        this.report = report;
        this.first = first;
        runs = runs();
    }

    /** Runs the statements from the number of the second argument on. */
    public static void main(String[] words) throws Throwable {
        new Suite(words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0).run();
    }

    /** All statements in all their forms, in the order in which they run. */
    public static List<Run> runs() {
        List<Statement> statements = new ArrayList<>(Chapters.statements());
        statements.sort(Comparator.comparing(Statement::phase));
        List<Run> runs = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement.forms().isEmpty()) {
                runs.add(new Run(runs.size(), statement, null));
            }
            for (Form form : statement.forms()) {
                runs.add(new Run(runs.size(), statement, form));
            }
        }
        return runs;
    }

    private void run() throws Throwable {
        runAlone(Phase.BEFORE);
        MPI.Init(new String[0]);
        runTogether(Phase.RUNNING);
        MPI.Finalize();
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        runTogether(Phase.MANY_THREADS);
        boolean isFirst = MPI.COMM_WORLD.getRank() == 0;
        MPI.Finalize();
        runAlone(Phase.AFTER);
        if (isFirst) {
            note();
        }
    }

    private void runAlone(Phase phase) throws Throwable {
        for (Run run : runs) {
            if (run.number >= first && run.statement.phase() == phase) {
                check(run, null);
                passed.add(run.number);
            }
        }
    }

    private void runTogether(Phase phase) throws Throwable {
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int size = world.getSize();
        for (Run run : runs) {
            Statement statement = run.statement;
            if (run.number >= first && statement.phase() == phase && statement.ranks() <= size) {
                Intracomm comm = world.dup();
                comm.setErrhandler(MPI.ERRORS_RETURN);
                check(run, comm);
                world.barrier();
                if (!comm.isNull()) {
                    comm.free();
                }
                passed.add(run.number);
                if (world.getRank() == 0) {
                    note();
                }
            }
        }
    }

    private void check(Run run, Intracomm comm) throws Throwable {
        try {
            run.statement.body().run(comm, run.form);
        } catch (Throwable e) {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            out.println(run.number + " " + run.title() + ": " + e);
            for (StackTraceElement element : e.getStackTrace()) {
                out.println("    at " + element);
            }
            write(".failures", text.toString());
            throw e;
        }
    }

    private void note() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int number : passed) {
            text.append(number).append('\n');
        }
        passed.clear();
        write("", text.toString());
    }

    private void write(String suffix, String text) throws IOException {
        if (report.equals("-")) {
            System.out.print(text);
        } else {
            Files.writeString(
                    Path.of(report + suffix),
                    text,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }
}
