package musubi.conformance.corpus;

import musubi.conformance.Launched;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A run of a program by the assembled mpiexec. */
final class LaunchedRun {
    private static final int TIMED_OUT = 124;

    private LaunchedRun() {}

    /**
     * Runs the program in the folder.
     *
     * @param options of mpiexec
     * @param limitS the time limit of the job, in s
     */
    static Outcome run(
            CorpusProgram program, boolean checks, List<String> options, long limitS, Path folder)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-timeout", Long.toString(limitS)));
        words.addAll(List.of("-n", Integer.toString(program.ranks())));
        if (checks) {
            words.add("--check");
        }
        words.addAll(List.of("-Dmusubi.deadlock.after=300"));
        words.addAll(List.of("-Dmusubi.deadlock.polls.after=500", "-Xmx256m"));
        words.addAll(List.of("-XX:TieredStopAtLevel=1", EmbeddedRun.MAIN, program.name()));
        Launched launched = Launched.mpiexec(folder, words);
        boolean hung = launched.exitCode() == TIMED_OUT;
        return new Outcome(launched.all(), !hung && launched.exitCode() != 0, hung);
    }
}
