package musubi.insight.trace;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A recording of one rank, or of several in one JVM, with times of its own clock. */
public final class RecordedFile {
    private static final long NS_PER_S = 1_000_000_000;

    /** For recordings whose oldest part was removed. */
    private static final RankTrack.Where UNKNOWN = new RankTrack.Where("", 0, 0, "");

    private final Map<Integer, RankTrack> tracks = new TreeMap<>();
    private final Map<Integer, RankTrack.Where> places = new TreeMap<>();
    private final MachineFacts facts = new MachineFacts();
    private final ClockMapping clock = new ClockMapping();

    private RecordedFile() {}

    /**
     * Reads a recording.
     *
     * @throws IOException when it is no complete recording
     */
    public static RecordedFile read(Path path) throws IOException {
        RecordedFile read = new RecordedFile();
        try (RecordingFile file = new RecordingFile(path)) {
            while (file.hasMoreEvents()) {
                read.add(file.readEvent());
            }
        }
        return read;
    }

    /** Conversion of its times to the clock of the host. */
    public ClockMapping clock() {
        return clock;
    }

    /** The tracks of its ranks. */
    public List<RankTrack> tracks() {
        Map<String, String> all = facts.all();
        tracks.values().forEach(track -> track.facts().putAll(all));
        return tracks.values().stream()
                .map(track -> track.at(places.getOrDefault(track.rank(), UNKNOWN)))
                .toList();
    }

    private void add(RecordedEvent event) {
        String name = event.getEventType().getName();
        if (name.startsWith("jdk.")) {
            facts.add(name, event);
            return;
        }
        switch (name) {
            case "musubi.Clock" -> clock.add(ns(event.getStartTime()), event.getLong("nanoTime"));
            case "musubi.Rank" -> places.put(event.getInt("rank"), place(event));
            case "musubi.Call" -> track(event).calls().add(call(event));
            case "musubi.Send" -> track(event).sent().add(sent(event));
            case "musubi.Receive" -> track(event).received().add(received(event));
            case "musubi.Collective" -> track(event).collectives().add(collective(event));
            case "musubi.Algorithm" -> track(event).algorithms().add(algorithm(event));
            case "musubi.Counter" -> track(event).counters().add(reading(event));
            default -> {
                // Other events are for JDK Mission Control.
            }
        }
    }

    /** The event with host and job may come later: JFR does not order events by time. */
    private RankTrack track(RecordedEvent event) {
        return tracks.computeIfAbsent(
                event.getInt("rank"), rank -> RankTrack.of(rank, UNKNOWN, new TreeMap<>()));
    }

    private static long ns(Instant time) {
        return time.getEpochSecond() * NS_PER_S + time.getNano();
    }

    private static RankTrack.Where place(RecordedEvent event) {
        return new RankTrack.Where(
                event.getString("job"),
                event.getInt("ranks"),
                event.getInt("node"),
                event.getString("host"));
    }

    private static CallSpan call(RecordedEvent event) {
        return new CallSpan(
                event.getString("call"),
                event.getString("place"),
                ns(event.getStartTime()),
                ns(event.getEndTime()),
                event.getInt("peer"),
                event.getLong("bytes"));
    }

    private static SentMessage sent(RecordedEvent event) {
        return new SentMessage(
                ns(event.getStartTime()),
                event.getInt("peer"),
                event.getInt("context"),
                event.getInt("tag"),
                event.getLong("bytes"),
                event.getString("protocol"),
                event.getLong("number"));
    }

    private static ReceivedMessage received(RecordedEvent event) {
        return new ReceivedMessage(
                ns(event.getStartTime()),
                ReceivedMessage.Step.valueOf(event.getString("step").toUpperCase(Locale.ROOT)),
                event.getInt("peer"),
                event.getInt("context"),
                event.getInt("tag"),
                event.getString("protocol"),
                event.getLong("number"));
    }

    private static CollectiveSpan collective(RecordedEvent event) {
        return new CollectiveSpan(
                event.getString("operation"),
                new CollectiveSpan.Instance(
                        event.getInt("context"),
                        event.getInt("first"),
                        event.getInt("ranks"),
                        event.getLong("number")),
                event.getInt("root"),
                event.getLong("bytes"),
                ns(event.getStartTime()),
                ns(event.getEndTime()));
    }

    private static AlgorithmChoice algorithm(RecordedEvent event) {
        return new AlgorithmChoice(
                event.getString("operation"),
                event.getString("algorithm"),
                event.getString("reason"),
                event.getInt("ranks"),
                event.getLong("bytes"));
    }

    private static CounterReading reading(RecordedEvent event) {
        return new CounterReading(
                event.getString("name"),
                event.getString("unit"),
                event.getString("kind"),
                event.getLong("value"));
    }
}
