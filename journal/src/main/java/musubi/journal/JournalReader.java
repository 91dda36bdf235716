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
 * Replays a journal. Matches and outcomes have separate tailers, because a receive starts long
 * before its match was recorded: the tailer of matches reads ahead to the match required, and keeps
 * the matches in between until they occur.
 */
final class JournalReader implements MatchLog {
    /** Identifies a message of the program. */
    private record MessageKey(int contextId, int source, long message) {}

    private final JournalStore store;
    private final ExcerptTailer matches;
    private final int rank;
    private final boolean hasPayload;
    private final Path directory;
    private final Map<Long, OutcomeReader> outcomes = new HashMap<>();

    /** Payloads for a rank that is replayed alone; else null. */
    private final RecordedPayloads payloads;

    private final Map<Long, Match> ofReceive = new HashMap<>();
    private final Map<MessageKey, Match> ofMessage = new HashMap<>();
    private boolean noMoreMatches;

    private JournalReader(Path directory, Header header, boolean alone) {
        store = JournalStore.toRead(directory);
        rank = header.rank().number();
        hasPayload = header.payload();
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
     * @param alone whether the rank is replayed without the others
     * @throws MpiFailure when the journal is missing, incomplete, or of another job
     */
    static JournalReader open(Path directory, JournalProvider.Rank me, boolean alone) {
        Header header = headerOf(directory, me.number());
        JournalProvider.Rank recorded = header.rank();
        if (recorded.number() != me.number() || recorded.size() != me.size()) {
            throw unusable("the journal is another rank's or job's", directory, me.number())
                    .with("size", me.size())
                    .with("recorded rank", recorded.number())
                    .with("recorded size", recorded.size());
        }
        if (alone && !header.payload()) {
            throw unusable("a single rank needs recorded payloads", directory, me.number())
                    .advice("record again with --journal-payload, or replay all ranks");
        }
        return new JournalReader(directory, header, alone);
    }

    /** The rank recorded in a directory. */
    static JournalProvider.Rank rankIn(Path directory, int number) {
        return headerOf(directory, number).rank();
    }

    private static Header headerOf(Path directory, int number) {
        if (!Files.isDirectory(directory)) {
            throw unusable("there is no journal of this rank", directory, number);
        }
        Header header = null;
        try (JournalStore store = JournalStore.toRead(directory);
                DocumentContext document = store.queue().createTailer().readingDocument()) {
            if (document.isPresent()) {
                Bytes<?> bytes = document.wire().bytes();
                boolean first = bytes.readByte() == JournalFormat.HEADER;
                header = first ? JournalFormat.readHeader(bytes) : null;
            }
        }
        if (header == null) {
            throw unusable(
                            "the start of the journal was removed at its limit, or had no space",
                            directory,
                            number)
                    .advice("record again with a larger --journal-limit, or where more is free");
        }
        if (!header.isReadable()) {
            throw unusable("the journal has another format", directory, number)
                    .with("version", header.version());
        }
        return header;
    }

    private static MpiFailure unusable(String why, Path directory, int rank) {
        return new MpiFailure(ErrorClass.ARG, "cannot replay: " + why)
                .with("journal", directory)
                .with("rank", rank);
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
                    // Read by other tailers.
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
        // Recorded already.
    }

    @Override
    public void collectivePayload(int contextId, int source, int tag, Region received, long bytes) {
        // Recorded already.
    }

    @Override
    public int[] recordedOutcome(long stream, NondeterministicCall call) {
        return outcomes.computeIfAbsent(stream, this::outcomesOf).next(call);
    }

    private OutcomeReader outcomesOf(long stream) {
        return new OutcomeReader(this, tailer(), stream, RecordedCallCount.read(directory, stream));
    }

    @Override
    public void recordOutcome(long stream, NondeterministicCall call, int[] answer) {
        // The call is beyond the end of the journal.
    }

    @Override
    public MpiFailure diverged(String recorded, String actual) {
        return new MpiFailure(ErrorClass.INTERN, "the program does not follow the journal")
                .with("rank", rank)
                .with("recorded", "[" + recorded + "]")
                .with("now", "[" + actual + "]")
                .advice(
                        "check whether the program was changed, or depends on more than messages:"
                                + " time, random numbers, input, order of threads");
    }

    @Override
    public void close() {
        store.close();
    }
}
