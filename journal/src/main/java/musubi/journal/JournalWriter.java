package musubi.journal;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.journal.JournalFormat.PayloadKey;
import musubi.region.Region;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Records a journal. An event is in the mapped file before the program sees its effect, so a
 * process that is killed loses none. Calls with the outcome "no" are only counted.
 */
final class JournalWriter implements MatchLog {
    /** Size of the pieces of a payload. */
    private static final int PIECE_BYTES = 256 << 10;

    private final JournalStore store;
    private final ExcerptAppender appender;
    private final Path directory;
    private final Map<Long, CallStream> callStreams = new HashMap<>();
    private final boolean payload;
    private final Region pieceRegion = new Region();
    private byte[] piece = new byte[1 << 12];

    /** The nondeterministic calls of a thread stream. */
    private static final class CallStream {
        private final RecordedCallCount count;
        private long asked;

        CallStream(RecordedCallCount count) {
            this.count = count;
        }
    }

    JournalWriter(Path directory, JournalProvider.Rank rank, boolean payload, long limitBytes) {
        store = JournalStore.toWrite(directory, limitBytes);
        this.directory = directory;
        this.payload = payload;
        appender = store.queue().createAppender();
        // The threads of a rank call one at a time, serialised by its gate.
        appender.singleThreadedCheckDisabled(true);
        write(bytes -> JournalFormat.write(bytes, JournalFormat.Header.of(rank, payload)));
    }

    private void write(Consumer<Bytes<?>> event) {
        long bytes;
        try (DocumentContext document = appender.writingDocument()) {
            Bytes<?> to = document.wire().bytes();
            long start = to.writePosition();
            event.accept(to);
            bytes = to.writePosition() - start;
        }
        store.onWritten(bytes + Integer.BYTES);
    }

    @Override
    public boolean replays() {
        return false;
    }

    @Override
    public boolean isSingleRank() {
        return false;
    }

    @Override
    public boolean recordsPayload() {
        return payload;
    }

    @Override
    public Match matchOfReceive(long receive) {
        return null;
    }

    @Override
    public Match matchOfMessage(int contextId, int source, long message) {
        return null;
    }

    @Override
    public void matched(Match match) {
        write(bytes -> JournalFormat.write(bytes, match));
    }

    @Override
    public void payload(long receive, Region data, long bytes) {
        writePayload(PayloadKey.ofReceive(receive), data, bytes);
    }

    @Override
    public void collectivePayload(int contextId, int source, int tag, Region data, long bytes) {
        writePayload(PayloadKey.ofCollective(contextId, source, tag), data, bytes);
    }

    /** An empty payload is one piece, too. */
    private void writePayload(PayloadKey name, Region data, long bytes) {
        long done = 0;
        do {
            long from = done;
            int n = (int) Math.min(PIECE_BYTES, bytes - from);
            if (piece.length < n) {
                piece = new byte[PIECE_BYTES];
            }
            data.copyTo(from, pieceRegion.wrapArray(piece, 0, n), 0, n);
            write(
                    to -> {
                        JournalFormat.write(to, name);
                        to.writeStopBit(bytes);
                        to.writeStopBit(from);
                        to.write(piece, 0, n);
                    });
            done += n;
        } while (done < bytes);
    }

    @Override
    public int[] recordedOutcome(long stream, NondeterministicCall call) {
        callStreams.computeIfAbsent(
                        stream,
                        number -> new CallStream(RecordedCallCount.toWrite(directory, number)))
                .asked++;
        return NOT_RECORDED;
    }

    @Override
    public void recordOutcome(long stream, NondeterministicCall call, int[] answer) {
        CallStream calls = callStreams.get(stream);
        long number = calls.asked - 1;
        if (answer != null) {
            write(bytes -> JournalFormat.write(bytes, stream + number, call, answer));
        }
        calls.count.set(calls.asked);
    }

    @Override
    public MpiFailure diverged(String recorded, String actual) {
        return new MpiFailure(ErrorClass.INTERN, "recorded: " + recorded + "; happened: " + actual);
    }

    @Override
    public void close() {
        store.close();
    }
}
