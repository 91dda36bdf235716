package musubi.rim;

import musubi.bootstrap.Bootstrap;
import musubi.grid.GridSettings;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/** The display of the sites of a job that its user has requested. */
public final class TopologyDisplay {
    /** The value of the setting that requests no file. */
    private static final String TABLE = "table";

    private TopologyDisplay() {}

    /**
     * Prints the table, and draws the picture if there is to be one. A file that cannot be written
     * gets a line; the job goes on.
     *
     * @param grid measured
     * @param setting of a name; null if it is not set
     * @param line takes each line
     */
    public static void show(
            JobGrid grid, Bootstrap job, Function<String, String> setting, Consumer<String> line) {
        String display = GridSettings.DISPLAY.text(setting);
        Topology topology = grid.topology(job, GridSettings.HOSTS.text(setting));
        TopologyTable.lines(topology).forEach(line);
        if (!display.equals(TABLE)) {
            line.accept(draw(topology, Path.of(display)));
        }
    }

    private static String draw(Topology topology, Path file) {
        try (Writer out = PrivateFiles.writer(file)) {
            out.write(new TopologyPicture(topology).text());
        } catch (IOException e) {
            return "no picture of the topology: file=%s cause=%s; choose another file"
                    .formatted(file, e);
        }
        return "picture of the topology: " + file;
    }
}
