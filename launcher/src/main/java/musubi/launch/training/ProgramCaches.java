package musubi.launch.training;

import musubi.launch.failure.CommandName;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.Installation;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The AOT caches of the programs of a job. Every start calls it: where no program was ever trained,
 * it only looks for a folder.
 *
 * <p>Thread rule: one thread.
 */
public final class ProgramCaches {
    private static final String CHANGED =
            " has changed since the training; run " + CommandName.get() + " --train again";

    private final LaunchPlan plan;
    private final Installation installation;
    private final Path jobDirectory;
    private final Consumer<String> reports;
    private final ProgramFolder programs;
    private final boolean canFind;
    private final List<CacheRecording> recordings = new ArrayList<>();

    /**
     * The caches for a job.
     *
     * @param variables the environment of mpiexec
     * @param jobDirectory has the classes of source programs
     * @param reports receives texts for the user
     */
    public ProgramCaches(
            LaunchPlan plan,
            Installation installation,
            Map<String, String> variables,
            Path jobDirectory,
            Consumer<String> reports) {
        this.plan = plan;
        this.installation = installation;
        this.jobDirectory = jobDirectory;
        this.reports = reports;
        programs = ProgramFolder.of(variables);
        canFind = programs.exists() && !plan.hasJournal();
    }

    /** Whether caches are made. */
    public boolean train() {
        return plan.settings().train();
    }

    /** The cache of a program; null if it has none that is valid. */
    public RankCache find(TrainedProgram program) {
        if (!canFind || !program.isClass() || JvmOptions.chooseArchive(program.options())) {
            return null;
        }
        try {
            return findValid(program);
        } catch (IOException e) {
            explain(program, e.toString());
            return null;
        }
    }

    private RankCache findValid(TrainedProgram program) throws IOException {
        String key = program.key(installation, program.entries(), jobDirectory);
        Path own = programs.folder(key);
        Stamp stamp = null;
        if (Files.isDirectory(own)) {
            programs.check(own);
            stamp = ProgramFolder.stamp(own);
        }
        if (stamp == null || !stamp.key().equals(key)) {
            explain(program, "not trained with these JVM options and this class path");
            return null;
        }
        Path change = stamp.change();
        Path cache = ProgramFolder.cache(own, stamp);
        if (change != null || !Files.isRegularFile(cache)) {
            explain(program, (change == null ? cache : change) + CHANGED);
            return null;
        }
        ProgramFolder.touch(own);
        return new RankCache(
                List.of("-XX:AOTCache=" + cache, RankCache.QUIET), stamp.classPath(own));
    }

    private void explain(TrainedProgram program, String reason) {
        if (plan.settings().verbose()) {
            reports.accept("no AOT cache of " + program.name() + ": " + reason);
        }
    }

    /**
     * Begins to make the cache of a program.
     *
     * @return null if another program of the job has the same
     * @throws LaunchFailure if it cannot have one
     */
    public CacheRecording record(TrainedProgram program) {
        check(program);
        try {
            List<Path> entries = program.entries();
            String key = program.key(installation, entries, jobDirectory);
            for (CacheRecording each : recordings) {
                if (each.key().equals(key)) {
                    return null;
                }
            }
            List<Stamp.Entry> stamped = new ArrayList<>();
            for (Path entry : entries) {
                stamped.add(Stamp.Entry.of(entry, jobDirectory));
            }
            Path own = programs.create(key);
            Stamp stamp = Stamp.of(PrivateFiles.unguessable(), program, key, stamped);
            CacheRecording recording = new CacheRecording(programs, own, stamp, reports);
            recordings.add(recording);
            return recording;
        } catch (IOException e) {
            throw LaunchFailure.of("cannot make an AOT cache", e)
                    .with("folder", programs.path())
                    .with("cause", e.getMessage());
        }
    }

    private void check(TrainedProgram program) {
        if (plan.hasJournal()) {
            throw LaunchFailure.usage("--train of a job that is recorded or replayed")
                    .advice("train it without a journal");
        }
        if (!program.isClass()) {
            throw LaunchFailure.usage("--train requires a class, a jar or a source file")
                    .with("program", program.name())
                    .advice("put the classes of the module on the class path");
        }
        if (JvmOptions.chooseArchive(program.options())) {
            throw LaunchFailure.usage("--train with an AOT cache or archive of your own")
                    .advice("omit -XX:AOT…, -XX:Shared… and -Xshare, also in JAVA_TOOL_OPTIONS");
        }
    }

    /**
     * Makes the caches, at the end of the job.
     *
     * @param succeeded whether the job has ended well
     * @param stopped whether the user has ended mpiexec
     */
    public void finish(boolean succeeded, BooleanSupplier stopped) throws InterruptedException {
        for (CacheRecording each : recordings) {
            reports.accept(each.finish(succeeded, stopped));
        }
        if (train() && recordings.isEmpty()) {
            reports.accept("no AOT cache: no program of the job is Java");
        }
    }

    /** Removes what a job that could not be started has prepared. */
    public void discard() {
        for (CacheRecording each : recordings) {
            each.discard();
        }
    }
}
