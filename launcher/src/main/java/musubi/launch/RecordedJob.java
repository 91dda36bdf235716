package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.JournalOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.process.RankEnvironment;
import musubi.launch.program.ProgramFingerprint;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What a replay has to know of the job that was recorded; it stands beside the journals.
 *
 * @param arguments of mpiexec's command line, without those for journals
 * @param ranks of the job
 * @param directory where mpiexec was typed
 * @param fingerprints of the programs, by file
 * @param variables mpiexec's, as far as they are settings of Musubi or the class path
 */
record RecordedJob(
        List<String> arguments,
        int ranks,
        Path directory,
        Map<String, String> fingerprints,
        Map<String, String> variables) {
    private static final String FILE = "job.properties";
    private static final String WORD = "word.";
    private static final String RANKS = "ranks";
    private static final String DIRECTORY = "directory";
    private static final String PRINT = "program.";
    private static final String VARIABLE = "variable.";

    /** What the plan of this command line asks for. */
    static RecordedJob of(LaunchPlan plan, List<String> words, Map<String, String> variables) {
        Map<String, String> kept = new TreeMap<>(variables);
        kept.keySet().removeIf(name -> !isKept(name));
        // On it depends which algorithms collective operations have, elsewhere, too.
        kept.putIfAbsent(RankEnvironment.CORES_VARIABLE, RankEnvironment.CORES);
        return new RecordedJob(
                JournalOptions.without(words),
                plan.size(),
                Path.of("").toAbsolutePath(),
                ProgramFingerprint.of(plan, variables),
                kept);
    }

    private static boolean isKept(String name) {
        return name.equals("CLASSPATH")
                || name.startsWith("MUSUBI_")
                        && !name.equals("MUSUBI_SECRET")
                        && !name.equals("MUSUBI_JAVA_HOME")
                        && !name.equals("MUSUBI_OUTER_LC_ALL");
    }

    /**
     * Writes it.
     *
     * @throws LaunchFailure when the directory has a job already, or cannot be written
     */
    void write(Path journal) {
        Path file = journal.resolve(FILE);
        if (Files.exists(file)) {
            throw LaunchFailure.usage(
                    "there is a journal already: --journal="
                            + journal
                            + "; name another directory, or remove this one");
        }
        Properties all = new Properties();
        for (int i = 0; i < arguments.size(); i++) {
            all.setProperty(WORD + i, arguments.get(i));
        }
        all.setProperty(RANKS, Integer.toString(ranks));
        all.setProperty(DIRECTORY, directory.toString());
        fingerprints.forEach((name, print) -> all.setProperty(PRINT + name, print));
        variables.forEach((name, value) -> all.setProperty(VARIABLE + name, value));
        try {
            Files.createDirectories(journal);
            try (Writer to = Files.newBufferedWriter(file)) {
                all.store(to, "A job of Musubi, recorded; see docs/record-and-replay.md.");
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot write --journal=" + journal + " cause=" + e, e);
        }
    }

    /**
     * Reads it.
     *
     * @throws LaunchFailure when there is none
     */
    static RecordedJob read(Path journal) {
        Properties all = new Properties();
        try (Reader from = Files.newBufferedReader(journal.resolve(FILE))) {
            all.load(from);
        } catch (IOException e) {
            throw LaunchFailure.usage(
                    "no job was recorded here: --replay="
                            + journal
                            + " cause="
                            + e
                            + "; record one with mpiexec --journal DIR");
        }
        List<String> words = new ArrayList<>();
        String word;
        while ((word = all.getProperty(WORD + words.size())) != null) {
            words.add(word);
        }
        return new RecordedJob(
                words,
                Integer.parseInt(all.getProperty(RANKS)),
                Path.of(all.getProperty(DIRECTORY)),
                named(all, PRINT),
                named(all, VARIABLE));
    }

    private static Map<String, String> named(Properties all, String prefix) {
        Map<String, String> found = new TreeMap<>();
        for (String name : all.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), all.getProperty(name));
            }
        }
        return found;
    }
}
