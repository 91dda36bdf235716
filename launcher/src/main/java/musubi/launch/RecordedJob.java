package musubi.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import musubi.launch.failure.CommandName;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.plan.JournalOptions;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.process.RankEnvironment;
import musubi.launch.program.ProgramFingerprint;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The description of a recorded job, stored beside its journals.
 *
 * @param arguments the command line of mpiexec, without options for journals
 * @param ranks the number of ranks
 * @param directory the working directory of mpiexec
 * @param fingerprints the checksums of the programs, by file
 * @param variables the settings of Musubi and the class path in mpiexec's environment
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

    /** The description of the job of a plan. */
    static RecordedJob of(LaunchPlan plan, List<String> words, Map<String, String> variables) {
        Map<String, String> kept = new TreeMap<>(variables);
        kept.keySet().removeIf(name -> !isKept(name));
        // The number of cores affects the selection of collective algorithms.
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
     * Writes the description to the directory of the journals.
     *
     * @throws LaunchFailure if the directory has a job already, or cannot be written
     */
    void write(Path journal) {
        Path file = journal.resolve(FILE);
        if (Files.exists(file)) {
            throw LaunchFailure.usage("the directory has a journal already")
                    .with("--journal", journal)
                    .advice("choose another directory, or remove this one");
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
            PrivateFiles.createDirectories(journal);
            try (Writer to = Channels.newWriter(PrivateFiles.create(file), UTF_8)) {
                all.store(to, "A recorded job of Musubi; see docs/record-and-replay.md.");
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot write the journal", e)
                    .with("--journal", journal)
                    .with("cause", e);
        }
    }

    /**
     * Reads the description of a job.
     *
     * @throws LaunchFailure if there is none
     */
    static RecordedJob read(Path journal) {
        Properties all = new Properties();
        try (Reader from = Files.newBufferedReader(journal.resolve(FILE))) {
            all.load(from);
        } catch (IOException e) {
            throw LaunchFailure.usage("no recorded job in the directory")
                    .with("--replay", journal)
                    .with("cause", e)
                    .advice("record one with " + CommandName.get() + " --journal DIR");
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
