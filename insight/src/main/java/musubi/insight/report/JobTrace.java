package musubi.insight.report;

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
 * What all ranks of a job have recorded, by one clock.
 *
 * @param tracks by rank
 * @param messages those of which both ends are there, by time
 * @param waits by time
 * @param clocks how the clocks were brought together, for the reader
 */
record JobTrace(
        List<RankTrack> tracks,
        List<MatchedMessage> messages,
        List<WaitState> waits,
        String clocks) {

    /** Why there is nothing to report, with what to do. */
    static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1;

        UnusableException(String why) {
            super(why);
        }
    }

    /**
     * Reads all recordings of a directory.
     *
     * @throws UnusableException when there is none of calls
     */
    static JobTrace read(Path directory) throws UnusableException {
        List<RecordedFile> files = new ArrayList<>();
        for (Path path : recordings(directory)) {
            try {
                files.add(RecordedFile.read(path));
            } catch (IOException e) {
                throw new UnusableException(
                        "not a whole recording: file="
                                + path
                                + " cause="
                                + e.getMessage()
                                + "; a rank writes it when it ends; remove it to see the others");
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
                    "no recording: directory="
                            + directory
                            + "; make one with mpiexec --timeline="
                            + directory
                            + " and the program");
        }
        return found;
    }

    /** The ranks of a host share a clock, which begins at the time of day. */
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
     * Brings the clocks of hosts together, and finds messages and waits.
     *
     * @param origin of the tracks, for messages
     * @throws UnusableException when they have no calls, or are of several jobs
     */
    static JobTrace of(List<RankTrack> recorded, Path origin) throws UnusableException {
        if (recorded.stream().allMatch(track -> track.calls().isEmpty())) {
            throw new UnusableException(
                    "a recording without calls: directory="
                            + origin
                            + "; make one with them with mpiexec --timeline="
                            + origin
                            + " and the program");
        }
        List<String> jobs = recorded.stream().map(track -> track.where().job()).distinct().toList();
        if (jobs.size() > 1) {
            throw new UnusableException(
                    "recordings of several jobs: directory="
                            + origin
                            + " jobs="
                            + jobs
                            + "; remove those of the older ones, or record into a new directory");
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
                    "The ranks of a host share its clock. Clocks of "
                            + offsets.size()
                            + " hosts were brought together by the fastest messages each way;"
                            + " drift is not corrected. Added, in ns, by node: "
                            + offsets;
        }
        return new JobTrace(tracks, messages, WaitStateFinder.find(tracks, messages), clocks);
    }

    /** When the last call has ended. */
    long endNs() {
        return tracks.stream()
                .flatMap(track -> track.calls().stream())
                .mapToLong(CallSpan::endNs)
                .max()
                .orElse(0);
    }

    /** The first time that anything has. */
    long beginNs() {
        return tracks.stream()
                .flatMap(track -> track.calls().stream().limit(1))
                .mapToLong(CallSpan::beginNs)
                .min()
                .orElse(0);
    }
}
