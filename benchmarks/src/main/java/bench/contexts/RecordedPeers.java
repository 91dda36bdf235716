package bench.contexts;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Prints the peers of one rank of a recording ({@code mpiexec --timeline}) in the order in which
 * its contexts were used: those of messages sent, and of messages that arrived. Lines are those
 * that {@link PeerSequence} reads.
 */
public final class RecordedPeers {
    private RecordedPeers() {}

    /**
     * Runs with a recording and a rank.
     *
     * @throws IOException when it is no complete recording
     */
    public static void main(String[] args) throws IOException {
        PeerSequence.lines(read(Path.of(args[0]), Integer.parseInt(args[1])))
                .forEach(System.out::println);
    }

    private static int[] read(Path recording, int rank) throws IOException {
        List<RecordedEvent> uses = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (isUse(event) && event.getInt("rank") == rank) {
                    uses.add(event);
                }
            }
        }
        // Short messages share a time; those of a thread are in order.
        uses.sort(Comparator.comparing(RecordedEvent::getStartTime));
        int[] peers = uses.stream().mapToInt(event -> event.getInt("peer")).toArray();
        int[] others = Arrays.stream(peers).filter(peer -> peer != rank).toArray();
        return PeerSequence.changes(others);
    }

    /** A message that was stored is met by a receive later, which needs no context. */
    private static boolean isUse(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "musubi.Send" -> true;
            case "musubi.Receive" -> !"met".equals(event.getString("step"));
            default -> false;
        };
    }
}
