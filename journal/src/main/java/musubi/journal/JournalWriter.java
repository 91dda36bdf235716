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
 * Records. An event is in the file, which the kernel keeps, before the program hears of it: what
 * kills the process loses none. Questions answered with no are counted only.
 */
final class JournalWriter implements MatchLog {
    /** Data is cut into pieces of so many bytes. */
    private static final int PIECE_BYTES = 256 << 10;

    private final JournalStore store;
    private final ExcerptAppender appender;
    private final Path directory;
    private final Map<Long, CallStream> callStreams = new HashMap<>();
    private final boolean payload;
    private final Region pieceRegion = new Region();
    private byte[] piece = new byte[1 << 12];

    /** The questions of a course. */
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
        // The threads of a rank call one at a time, the gate sees to it.
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

    /** Also data of no bytes is one piece. */
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
    public int[] recordedOutcome(long course, NondeterministicCall question) {
        callStreams.computeIfAbsent(
                        course,
                        number -> new CallStream(RecordedCallCount.toWrite(directory, number)))
                .asked++;
        return NOT_RECORDED;
    }

    @Override
    public void recordOutcome(long course, NondeterministicCall question, int[] answer) {
        CallStream questions = callStreams.get(course);
        long number = questions.asked - 1;
        if (answer != null) {
            write(bytes -> JournalFormat.write(bytes, course + number, question, answer));
        }
        questions.count.set(questions.asked);
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
