package musubi.pvas;

import musubi.memory.PrivateFiles;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plan of a JVM of a PVAS node, passed from mpiexec in a file.
 *
 * @param control the control pipe to mpiexec
 * @param programs the programs of the ranks
 * @param ranks the ranks, in ascending order
 */
public record NodePlan(String control, List<Program> programs, List<RankPlan> ranks) {
    /** The environment variable of the JVM with the file: other users see command lines. */
    public static final String VARIABLE = "MUSUBI_PVAS_PLAN";

    /**
     * A program.
     *
     * @param classPath folders and jars, with the wildcards of java
     * @param mainClass the binary name of the main class
     * @param arguments the arguments of main
     * @param properties additional system properties
     */
    public record Program(
            String classPath,
            String mainClass,
            List<String> arguments,
            Map<String, String> properties) {}

    /**
     * A rank.
     *
     * @param number the rank
     * @param program the index of its program
     * @param out the named pipe of standard output
     * @param err the named pipe of standard error
     * @param environment the environment variables
     * @param processors the comma-separated processors of its threads; empty for those of the JVM
     */
    public record RankPlan(
            int number,
            int program,
            String out,
            String err,
            Map<String, String> environment,
            String processors) {}

    /** Writes the plan to a file. */
    public void write(Path file) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(
                        new BufferedOutputStream(
                                Channels.newOutputStream(PrivateFiles.create(file))))) {
            text(out, control);
            out.writeInt(programs.size());
            for (Program program : programs) {
                text(out, program.classPath);
                text(out, program.mainClass);
                out.writeInt(program.arguments.size());
                for (String argument : program.arguments) {
                    text(out, argument);
                }
                map(out, program.properties);
            }
            out.writeInt(ranks.size());
            for (RankPlan rank : ranks) {
                out.writeInt(rank.number);
                out.writeInt(rank.program);
                text(out, rank.out);
                text(out, rank.err);
                map(out, rank.environment);
                text(out, rank.processors);
            }
        }
    }

    private static void map(DataOutputStream out, Map<String, String> map) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<String, String> entry : map.entrySet()) {
            text(out, entry.getKey());
            text(out, entry.getValue());
        }
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads what {@link #write} wrote. */
    public static NodePlan read(Path file) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return new Reader(in).plan();
        }
    }

    /** Reads a plan; equal texts become one, because ranks have most variables in common. */
    private static final class Reader {
        private final DataInputStream in;
        private final Map<String, String> texts = new HashMap<>();

        Reader(DataInputStream in) {
            this.in = in;
        }

        NodePlan plan() throws IOException {
            String control = text();
            List<Program> programs = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                programs.add(new Program(text(), text(), list(), map()));
            }
            List<RankPlan> ranks = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                ranks.add(new RankPlan(in.readInt(), in.readInt(), text(), text(), map(), text()));
            }
            return new NodePlan(control, programs, ranks);
        }

        private List<String> list() throws IOException {
            List<String> list = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                list.add(text());
            }
            return list;
        }

        private Map<String, String> map() throws IOException {
            Map<String, String> map = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                String key = text();
                map.put(key, text());
            }
            return Map.copyOf(map);
        }

        private String text() throws IOException {
            String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
            String known = texts.putIfAbsent(text, text);
            return known == null ? text : known;
        }
    }
}
