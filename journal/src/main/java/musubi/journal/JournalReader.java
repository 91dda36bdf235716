package musubi.journal;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.journal.JournalFormat.Header;
import musubi.journal.JournalFormat.PayloadKey;
import musubi.region.Region;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a journal again. Matches and answers are read by cursors of their own, because a receive is
 * started long before its match was recorded: that of the matches reads on until it finds what is
 * asked for, and keeps what it passes until that has happened.
 */
final class JournalReader implements MatchLog {
    /** Names a message of the program. */
    private record MessageKey(int contextId, int source, long message) {}

    private final JournalStore store;
    private final ExcerptTailer matches;
    private final int rank;
    private final boolean hasPayload;
    private final Path directory;
    private final Map<Long, OutcomeReader> outcomes = new HashMap<>();

    /** Null when the other ranks are there. */
    private final RecordedPayloads payloads;

    private final Map<Long, Match> ofReceive = new HashMap<>();
    private final Map<MessageKey, Match> ofMessage = new HashMap<>();
    private boolean noMoreMatches;

    private JournalReader(Path directory, Header beginning, boolean alone) {
        store = JournalStore.toRead(directory);
        rank = beginning.rank().number();
        hasPayload = beginning.payload();
        this.directory = directory;
        matches = tailer();
        payloads = alone ? new RecordedPayloads(tailer(), tailer()) : null;
    }

    private ExcerptTailer tailer() {
        ExcerptTailer tailer = store.queue().createTailer();
        tailer.singleThreadedCheckDisabled(true);
        return tailer;
    }

    /**
     * Opens the journal of a rank.
     *
     * @param alone whether the others are not there
     * @throws MpiFailure when it is not there, not whole, or another job's
     */
    static JournalReader open(Path directory, JournalProvider.Rank me, boolean alone) {
        Header beginning = headerOf(directory, me.number());
        JournalProvider.Rank recorded = beginning.rank();
        if (recorded.number() != me.number() || recorded.size() != me.size()) {
            throw unusable(
                    "this is the journal of rank="
                            + recorded.number()
                            + " of a job of size="
                            + recorded.size()
                            + ", not of size="
                            + me.size(),
                    directory,
                    me.number());
        }
        if (alone && !beginning.payload()) {
            throw unusable(
                    "the journal has no data of messages, without which a rank cannot be replayed"
                            + " alone; record again with --journal-payload, or replay all ranks",
                    directory,
                    me.number());
        }
        return new JournalReader(directory, beginning, alone);
    }

    /** The rank that was recorded there. */
    static JournalProvider.Rank rankIn(Path directory, int number) {
        return headerOf(directory, number).rank();
    }

    private static Header headerOf(Path directory, int number) {
        if (!Files.isDirectory(directory)) {
            throw unusable("there is no journal of this rank", directory, number);
        }
        Header beginning = null;
        try (JournalStore store = JournalStore.toRead(directory);
                DocumentContext document = store.queue().createTailer().readingDocument()) {
            if (document.isPresent()) {
                Bytes<?> bytes = document.wire().bytes();
                boolean first = bytes.readByte() == JournalFormat.HEADER;
                beginning = first ? JournalFormat.readHeader(bytes) : null;
            }
        }
        if (beginning == null) {
            throw unusable(
                    "the beginning of the journal is gone, because it became longer than its limit;"
                            + " record again with a larger --journal-limit",
                    directory,
                    number);
        }
        if (!beginning.isReadable()) {
            throw unusable(
                    "the journal has another format: version=" + beginning.version(),
                    directory,
                    number);
        }
        return beginning;
    }

    private static MpiFailure unusable(String why, Path directory, int rank) {
        return new MpiFailure(
                ErrorClass.ARG,
                "cannot replay: " + why + "; journal=" + directory + " rank=" + rank);
    }

    @Override
    public boolean replays() {
        return true;
    }

    @Override
    public boolean isSingleRank() {
        return payloads != null;
    }

    @Override
    public byte[] payloadOf(long receive) {
        return payloads.next(PayloadKey.ofReceive(receive));
    }

    @Override
    public byte[] collectivePayloadOf(int contextId, int source, int tag) {
        return payloads.next(PayloadKey.ofCollective(contextId, source, tag));
    }

    @Override
    public boolean recordsPayload() {
        return hasPayload;
    }

    @Override
    public Match matchOfReceive(long receive) {
        Match match = ofReceive.get(receive);
        while (match == null && readMatch()) {
            match = ofReceive.get(receive);
        }
        return match;
    }

    @Override
    public Match matchOfMessage(int contextId, int source, long message) {
        MessageKey name = new MessageKey(contextId, source, message);
        Match match = ofMessage.get(name);
        while (match == null && readMatch()) {
            match = ofMessage.get(name);
        }
        return match;
    }

    /** Reads one event; false at the end of the journal. */
    private boolean readMatch() {
        if (noMoreMatches) {
            return false;
        }
        try (DocumentContext document = matches.readingDocument()) {
            if (!document.isPresent()) {
                noMoreMatches = true;
                return false;
            }
            Bytes<?> bytes = document.wire().bytes();
            switch (bytes.readByte()) {
                case JournalFormat.MATCH -> keep(JournalFormat.readMatch(bytes));
                case JournalFormat.CANCELLED -> keep(Match.cancelled(bytes.readStopBit()));
                default -> {
                    // Read by others.
                }
            }
            return true;
        }
    }

    private void keep(Match match) {
        ofReceive.put(match.receive(), match);
        if (!match.isCancelled()) {
            ofMessage.put(nameOf(match), match);
        }
    }

    private static MessageKey nameOf(Match match) {
        return new MessageKey(match.contextId(), match.source(), match.message());
    }

    @Override
    public void matched(Match match) {
        ofReceive.remove(match.receive());
        ofMessage.remove(nameOf(match));
    }

    @Override
    public void payload(long receive, Region received, long bytes) {
        // It is recorded already.
    }

    @Override
    public void collectivePayload(int contextId, int source, int tag, Region received, long bytes) {
        // It is recorded already.
    }

    @Override
    public int[] recordedOutcome(long course, NondeterministicCall question) {
        return outcomes.computeIfAbsent(course, this::outcomesOf).next(question);
    }

    private OutcomeReader outcomesOf(long course) {
        return new OutcomeReader(this, tailer(), course, RecordedCallCount.read(directory, course));
    }

    @Override
    public void recordOutcome(long course, NondeterministicCall question, int[] answer) {
        // Beyond the end of the journal.
    }

    @Override
    public MpiFailure diverged(String recorded, String actual) {
        return new MpiFailure(
                ErrorClass.INTERN,
                "rank="
                        + rank
                        + " does something else than was recorded: recorded: "
                        + recorded
                        + "; now: "
                        + actual
                        + "; was the program changed, or does it depend on more than messages:"
                        + " time, random numbers, input, the order of its threads?");
    }

    @Override
    public void close() {
        store.close();
    }
}
