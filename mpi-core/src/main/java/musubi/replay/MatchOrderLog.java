package musubi.replay;

import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.PrivateFiles;
import musubi.region.Region;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The order of matches of a rank in text, for {@code mpiexec --explore}: forces the matches in
 * {@code forced-N}, and writes what happens to {@code events-N}, for rank N. What is not forced
 * happens freely, also the outcomes of probes and tests. A line for each event:
 *
 * <pre>
 *   post RECEIVE CONTEXT SOURCE TAG PLACE                        a receive starts; -1 or less: any
 *   arrive 0 CONTEXT SOURCE MESSAGE FROM TAG FLAGS BYTES         a message arrives
 *   match RECEIVE CONTEXT SOURCE MESSAGE FROM TAG FLAGS BYTES    a receive gets a message
 *   cancel RECEIVE                                               a receive is cancelled
 *   probe SOURCE MESSAGE                                         a probe finds a message
 * </pre>
 *
 * The lines of {@code forced-N} are the {@code match} lines to be repeated. A line is in the file
 * before the program sees its effect. Thread rule: the thread that holds the rank.
 */
final class MatchOrderLog implements MatchLog {
    private static final int FIELDS = 9;

    private final int rank;
    private final BufferedWriter events;
    private final Map<Long, Match> ofReceive = new HashMap<>();
    private final Map<MessageKey, Match> ofMessage = new HashMap<>();

    /** Identifies a message of the program. */
    private record MessageKey(int contextId, int source, long message) {
        static MessageKey of(Match match) {
            return new MessageKey(match.contextId(), match.source(), match.message());
        }
    }

    /**
     * Reads what is forced and starts to write.
     *
     * @throws MpiFailure if a file cannot be read or written
     */
    MatchOrderLog(Path directory, int rank) {
        this.rank = rank;
        Path forced = directory.resolve("forced-" + rank);
        Path written = directory.resolve("events-" + rank);
        try {
            if (Files.exists(forced)) {
                for (String line : Files.readAllLines(forced)) {
                    force(line);
                }
            }
            events = PrivateFiles.writer(written);
        } catch (IOException | NumberFormatException e) {
            throw failure(e).with("forced", forced).with("events", written);
        }
    }

    private static MpiFailure failure(Exception cause) {
        return new MpiFailure(ErrorClass.ARG, "cannot use the order of matches", cause)
                .with("cause", cause)
                .advice("start the job with mpiexec --explore");
    }

    private void force(String line) {
        String[] f = line.split(" ");
        if (f.length != FIELDS || !f[0].equals("match")) {
            throw new NumberFormatException("not a match: " + line);
        }
        Match match =
                new Match(
                        Long.parseLong(f[1]),
                        Integer.parseInt(f[2]),
                        Integer.parseInt(f[3]),
                        Long.parseLong(f[4]),
                        Integer.parseInt(f[5]),
                        Integer.parseInt(f[6]),
                        Integer.parseInt(f[7]),
                        Long.parseLong(f[8]));
        ofReceive.put(match.receive(), match);
        ofMessage.put(MessageKey.of(match), match);
    }

    private void write(String line) {
        try {
            events.write(line);
            events.newLine();
            events.flush();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static String fieldsOf(Match m) {
        return m.receive()
                + " "
                + m.contextId()
                + " "
                + m.source()
                + " "
                + m.message()
                + " "
                + m.from()
                + " "
                + m.tag()
                + " "
                + m.flags()
                + " "
                + m.bytes();
    }

    @Override
    public void posted(long receive, int contextId, int source, int tag) {
        write(
                "post "
                        + receive
                        + " "
                        + contextId
                        + " "
                        + source
                        + " "
                        + tag
                        + " "
                        + CallSite.find());
    }

    @Override
    public void arrived(Match message) {
        write("arrive " + fieldsOf(message));
    }

    @Override
    public void matched(Match match) {
        ofReceive.remove(match.receive());
        ofMessage.remove(MessageKey.of(match));
        write(match.isCancelled() ? "cancel " + match.receive() : "match " + fieldsOf(match));
    }

    @Override
    public boolean replays() {
        return true;
    }

    @Override
    public boolean isSingleRank() {
        return false;
    }

    @Override
    public boolean recordsPayload() {
        return false;
    }

    @Override
    public Match matchOfReceive(long receive) {
        return ofReceive.get(receive);
    }

    @Override
    public Match matchOfMessage(int contextId, int source, long message) {
        return ofMessage.get(new MessageKey(contextId, source, message));
    }

    @Override
    public void payload(long receive, Region data, long bytes) {
        // The order only.
    }

    @Override
    public void collectivePayload(int contextId, int source, int tag, Region data, long bytes) {
        // The order only.
    }

    @Override
    public int[] recordedOutcome(long stream, NondeterministicCall call) {
        return NOT_RECORDED;
    }

    @Override
    public void recordOutcome(long stream, NondeterministicCall call, int[] outcome) {
        boolean probed =
                call == NondeterministicCall.PROBE || call == NondeterministicCall.TEST_MESSAGE;
        if (probed && outcome != null) {
            long message = outcome[1] & 0xffff_ffffL | (long) outcome[2] << Integer.SIZE;
            write("probe " + outcome[0] + " " + message);
        }
    }

    @Override
    public MpiFailure diverged(String recorded, String actual) {
        return new MpiFailure(ErrorClass.INTERN, "the forced order of matches is not possible")
                .with("rank", rank)
                .with("forced", "[" + recorded + "]")
                .with("now", "[" + actual + "]");
    }

    @Override
    public void close() {
        try {
            events.close();
        } catch (IOException e) {
            throw failure(e);
        }
    }
}
