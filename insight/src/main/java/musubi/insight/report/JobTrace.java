package musubi.insight.report;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.ClockMapping;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.MessageJoin;
import musubi.insight.trace.NodeClocks;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.RecordedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The recordings of all ranks of a job, by one clock.
 *
 * @param tracks by rank
 * @param messages with both ends recorded, by time
 * @param waits by time
 * @param unanalysed calls about whose waits nothing is known
 * @param clocks description of the clock synchronisation, for the reader
 */
record JobTrace(
        List<RankTrack> tracks,
        List<MatchedMessage> messages,
        List<WaitState> waits,
        List<UnanalysedCalls.Line> unanalysed,
        String clocks) {

    /** Reason why there is nothing to report, with advice. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1;

        UnusableException(String why) {
            super(why);
        }
    }

    /**
     * Reads all recordings of a directory.
     *
     * @throws UnusableException without a recording of calls
     */
    static JobTrace read(Path directory) throws UnusableException {
        List<RecordedFile> files = new ArrayList<>();
        for (Path path : recordings(directory)) {
            try {
                files.add(RecordedFile.read(path));
            } catch (IOException e) {
                throw new UnusableException(
                        "incomplete recording: file=%s cause=%s; remove it to see the others"
                                .formatted(path, e.getMessage()));
            }
        }
        return of(byHostClocks(files), directory);
    }

    private static List<Path> recordings(Path directory) throws UnusableException {
        List<Path> found = List.of();
        if (Files.isDirectory(directory)) {
            try (Stream<Path> paths = Files.list(directory)) {
                found = paths.filter(path -> path.toString().endsWith(".jfr")).sorted().toList();
            } catch (IOException e) {
                throw new UnusableException(
                        "cannot read " + directory + ": cause=" + e.getMessage());
            }
        }
        if (found.isEmpty()) {
            throw new UnusableException(
                    "no recording: directory=%1$s; create one with mpiexec --timeline=%1$s"
                            .formatted(directory));
        }
        return found;
    }

    /** Converts to the clock of each host, which starts at the time of day. */
    private static List<RankTrack> byHostClocks(List<RecordedFile> files) {
        Map<Integer, Long> offsets = new HashMap<>();
        List<RankTrack> tracks = new ArrayList<>();
        for (RecordedFile file : files) {
            ClockMapping clock = file.clock();
            for (RankTrack track : file.tracks()) {
                if (clock.isEmpty()) {
                    tracks.add(track);
                } else {
                    int node = track.where().node();
                    long offset = offsets.computeIfAbsent(node, _ -> clock.firstOffset());
                    tracks.add(track.withClock(ns -> clock.hostNs(ns) - offset));
                }
            }
        }
        tracks.sort(Comparator.comparingInt(RankTrack::rank));
        return tracks;
    }

    /**
     * Synchronises the clocks of hosts, and finds messages and wait states.
     *
     * @param origin of the tracks, for messages
     * @throws UnusableException for recordings without calls, or of several jobs
     */
    static JobTrace of(List<RankTrack> recorded, Path origin) throws UnusableException {
        if (recorded.stream().allMatch(track -> track.calls().isEmpty())) {
            throw new UnusableException(
                    "no calls recorded: directory=%1$s; record them with mpiexec --timeline=%1$s"
                            .formatted(origin));
        }
        List<String> jobs = recorded.stream().map(track -> track.where().job()).distinct().toList();
        if (jobs.size() > 1) {
            throw new UnusableException(
                    "recordings of several jobs: directory=%s jobs=%s; record into a new directory"
                            .formatted(origin, jobs));
        }
        recorded.forEach(RankTrack::sort);
        List<RankTrack> tracks = recorded;
        List<MatchedMessage> messages = MessageJoin.join(tracks);
        Map<Integer, Long> offsets = NodeClocks.offsets(tracks, messages);
        String clocks = "All ranks ran on one host and share its clock.";
        if (offsets.size() > 1) {
            tracks =
                    recorded.stream()
                            .map(
                                    track ->
                                            track.withClock(
                                                    ns -> ns + offsets.get(track.where().node())))
                            .toList();
            messages = MessageJoin.join(tracks);
            clocks =
                    ("The clocks of %d hosts were synchronised by the fastest messages in each"
                         + " direction; drift is not corrected. Offsets in ns by node: %s")
                            .formatted(offsets.size(), offsets);
        }
        WaitStateFinder.Findings found = WaitStateFinder.find(tracks, messages);
        return new JobTrace(tracks, messages, found.waits(), found.unanalysed(), clocks);
    }

    /** End of the last call. */
    long endNs() {
        return tracks.stream()
                .flatMap(track -> track.calls().stream())
                .mapToLong(CallSpan::endNs)
                .max()
                .orElse(0);
    }

    /** Start of the first call. */
    long beginNs() {
        return tracks.stream()
                .flatMap(track -> track.calls().stream().limit(1))
                .mapToLong(CallSpan::beginNs)
                .min()
                .orElse(0);
    }
}
