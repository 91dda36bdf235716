package musubi.jfr;

import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.memory.PrivateFiles;
import musubi.observe.recorder.RankObserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;

/**
 * Starts the recording of {@code mpiexec --jfr}: one file for each JVM, named after the rank that
 * comes first, written when the JVM ends.
 */
public final class FlightRecording {
    /** The oldest part of a recording goes when it is larger. */
    private static final long MOST_BYTES = 1L << 30;

    /** Events with values of variables and properties, where programs have passwords. */
    private static final List<String> SECRET =
            List.of("jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty");

    /** Set by mpiexec: the name of the job on this node. */
    private static final String JOB = "job";

    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

    private FlightRecording() {}

    /** The observer that writes the events of a rank; null without a recording. */
    public static RankObserver observer(Bootstrap bootstrap, Settings settings) {
        String directory = settings.get(Setting.JFR);
        if (directory != null && !directory.isEmpty()) {
            // Of the ranks of a JVM, which come at the same time, the first one records all.
            synchronized (FlightRecording.class) {
                if (!FlightRecorder.isInitialized()) {
                    record(Path.of(directory), settings, bootstrap);
                }
            }
        }
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        commitRank(bootstrap);
        return new JfrObserver(bootstrap.worldRank());
    }

    private static void commitRank(Bootstrap bootstrap) {
        ClockEvent.note();
        RankEvent event = new RankEvent();
        if (event.shouldCommit()) {
            event.rank = bootstrap.worldRank();
            event.job = bootstrap.jobId();
            event.ranks = bootstrap.worldSize();
            event.node = bootstrap.node();
            event.host = host();
            event.pid = ProcessHandle.current().pid();
            event.commit();
        }
    }

    private static String host() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException _) {
            // Another system than Linux; the number of the node is enough.
            return "";
        }
    }

    private static void record(Path directory, Settings settings, Bootstrap bootstrap) {
        String wanted = settings.get(Setting.JFR_SETTINGS);
        String ofNode = settings.get(JOB);
        try {
            PrivateFiles.createDirectories(directory);
            RecordingSpace space = new RecordingSpace(directory, bootstrap.worldRank());
            if (space.isShort()) {
                return;
            }
            Path file = directory.resolve("rank-" + bootstrap.worldRank() + ".jfr");
            // The recorder writes into a present file, which keeps its mode.
            PrivateFiles.replace(file).close();
            PrivateRepository.use(ofNode == null ? bootstrap.jobId() : ofNode);
            Recording recording = new Recording(configuration(wanted));
            SECRET.forEach(recording::disable);
            recording.setName("Musubi " + bootstrap.jobId());
            recording.setDestination(file.toAbsolutePath());
            recording.setDumpOnExit(true);
            recording.setMaxSize(MOST_BYTES);
            recording.start();
            space.stopWhenShort(recording);
            ClockEvent.noteRegularly();
        } catch (IOException | ParseException e) {
            System.err.println(
                    ("musubi: rank=%s records nothing: %s=%s %s=%s cause=%s; name a directory that"
                         + " can be written, and settings that are musubi, timeline or a file")
                            .formatted(
                                    bootstrap.worldRank(),
                                    Setting.JFR.property(),
                                    directory,
                                    Setting.JFR_SETTINGS.property(),
                                    wanted,
                                    e));
        }
    }

    /**
     * What is recorded; beside this, what the JDK's own settings {@code default} record.
     *
     * @param wanted the name of settings in this package, or a file
     */
    static Configuration configuration(String wanted) throws IOException, ParseException {
        try (InputStream own = FlightRecording.class.getResourceAsStream(wanted + ".jfc")) {
            if (own == null) {
                return Configuration.create(Path.of(wanted));
            }
            return Configuration.create(new InputStreamReader(own, StandardCharsets.UTF_8));
        }
    }
}
