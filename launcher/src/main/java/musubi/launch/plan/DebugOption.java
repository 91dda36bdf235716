package musubi.launch.plan;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.plan.LaunchPlan.Segment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The option {@code --debug}: ranks whose JVM waits for a debugger at its start. The other ranks
 * wait for them in {@code MPI.Init}.
 */
public final class DebugOption {
    /** Passes the ranks and ports to the host of each rank: {@code 0:41231,2:41232}. */
    private static final String VARIABLE = "MUSUBI_DEBUG";

    private static final String AGENT =
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=localhost:";

    private static final String NOTE = "rank %d waits for a debugger at port %d of its host";

    private DebugOption() {}

    /** Adds the variable to all programs. */
    static void addTo(ParsedOptions found, List<Segment> segments, boolean pvas) {
        if (!found.has(Option.DEBUG)) {
            return;
        }
        if (pvas) {
            throw LaunchFailure.usage("--debug and --pvas exclude each other")
                    .advice("leave --pvas out: the ranks of one JVM cannot wait one by one");
        }
        int size = segments.stream().mapToInt(Segment::count).sum();
        Map<Integer, Integer> ports = new TreeMap<>();
        for (String word : found.all(Option.DEBUG)) {
            for (String entry : word.split(",", -1)) {
                add(entry, word, size, ports);
            }
        }
        String value =
                ports.entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue())
                        .collect(Collectors.joining(","));
        segments.forEach(segment -> segment.environment().added().put(VARIABLE, value));
    }

    private static void add(String entry, String word, int size, Map<Integer, Integer> ports) {
        if (!entry.matches("\\d{1,9}(:\\d{1,5})?")) {
            throw LaunchFailure.usage("not a rank with or without a port")
                    .with("--debug", word)
                    .with("entry", entry)
                    .advice("write for example 2, 2:5005 or 0,2");
        }
        String[] parts = entry.split(":");
        int rank = Integer.parseInt(parts[0]);
        if (rank >= size) {
            throw LaunchFailure.usage("no such rank")
                    .with("--debug", word)
                    .with("rank", rank)
                    .with("ranks", size);
        }
        int port = parts.length > 1 ? Integer.parseInt(parts[1]) : freePort();
        if (port < 1 || port > 65535) {
            throw LaunchFailure.usage("no such port").with("--debug", word).with("port", port);
        }
        ports.put(rank, port);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw LaunchFailure.of("no free port for the debugger", e).with("cause", e);
        }
    }

    /** Lines for the user: which rank waits at which port. */
    public static List<String> notes(LaunchPlan plan) {
        List<String> notes = new ArrayList<>();
        ports(plan.segments().getFirst())
                .forEach((rank, port) -> notes.add(NOTE.formatted(rank, port)));
        return notes;
    }

    /** The additional options of the JVM of a rank. */
    public static List<String> jvmOptions(Segment segment, int rank) {
        Integer port = ports(segment).get(rank);
        return port == null ? List.of() : List.of(AGENT + port);
    }

    /** Removes the variable, which is not for programs. */
    public static void removeFrom(Map<String, String> variables) {
        variables.remove(VARIABLE);
    }

    private static Map<Integer, Integer> ports(Segment segment) {
        Map<Integer, Integer> ports = new TreeMap<>();
        String value = segment.environment().added().get(VARIABLE);
        if (value != null) {
            for (String entry : value.split(",")) {
                String[] parts = entry.split(":");
                ports.put(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        }
        return ports;
    }
}
