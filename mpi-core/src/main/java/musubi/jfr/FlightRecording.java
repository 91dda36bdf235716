package musubi.jfr;

import jdk.jfr.Configuration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.observe.RankObserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;

/**
 * Starts the recording that {@code mpiexec --jfr} asks for: one file for each JVM, named after its
 * first rank, written when the JVM ends.
 */
public final class FlightRecording {
    private static final String CONFIGURATION = "musubi.jfc";

    private FlightRecording() {}

    /** Who makes events of what a rank does; null when nobody records. */
    public static RankObserver observer(Bootstrap bootstrap, Settings settings) {
        String directory = settings.get(Setting.JFR);
        if (directory != null && !directory.isEmpty() && !FlightRecorder.isInitialized()) {
            record(Path.of(directory), bootstrap);
        }
        return FlightRecorder.isInitialized() ? new JfrObserver() : null;
    }

    private static void record(Path directory, Bootstrap bootstrap) {
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve("rank-" + bootstrap.worldRank() + ".jfr");
            Recording recording = new Recording(configuration());
            recording.setName("Musubi " + bootstrap.jobId());
            recording.setDestination(file.toAbsolutePath());
            recording.setDumpOnExit(true);
            recording.start();
        } catch (IOException | ParseException e) {
            System.err.println(
                    "musubi: rank="
                            + bootstrap.worldRank()
                            + " records nothing: "
                            + Setting.JFR.property()
                            + "="
                            + directory
                            + " cause="
                            + e
                            + "; name a directory that can be written");
        }
    }

    /** What is recorded; beside this, what the JDK's own settings {@code default} record. */
    private static Configuration configuration() throws IOException, ParseException {
        try (InputStream own = FlightRecording.class.getResourceAsStream(CONFIGURATION);
                Reader reader = new InputStreamReader(own, StandardCharsets.UTF_8)) {
            return Configuration.create(reader);
        }
    }
}
