package musubi.journal;

import musubi.adi.Region;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.journal.JournalFormat.DataName;
import musubi.replay.JournalProvider;
import musubi.replay.Match;
import musubi.replay.MatchOrder;
import musubi.replay.Question;

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
final class JournalWriter implements MatchOrder {
    /** Data is cut into pieces of so many bytes. */
    private static final int PIECE_BYTES = 256 << 10;

    private final JournalStore store;
    private final ExcerptAppender appender;
    private final Path directory;
    private final Map<Long, Asked> courses = new HashMap<>();
    private final boolean payload;
    private final Region pieceRegion = new Region();
    private byte[] piece = new byte[1 << 12];

    /** The questions of a course. */
    private static final class Asked {
        private final QuestionCount count;
        private long asked;

        Asked(QuestionCount count) {
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
        write(bytes -> JournalFormat.write(bytes, JournalFormat.Beginning.of(rank, payload)));
    }

    private void write(Consumer<Bytes<?>> event) {
        long bytes;
        try (DocumentContext document = appender.writingDocument()) {
            Bytes<?> to = document.wire().bytes();
            long start = to.writePosition();
            event.accept(to);
            bytes = to.writePosition() - start;
        }
        store.wrote(bytes + Integer.BYTES);
    }

    @Override
    public boolean replays() {
        return false;
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public boolean keepsPayload() {
        return payload;
    }

    @Override
    public Match ofReceive(long receive) {
        return null;
    }

    @Override
    public Match ofMessage(int contextId, int source, long message) {
        return null;
    }

    @Override
    public void matched(Match match) {
        write(bytes -> JournalFormat.write(bytes, match));
    }

    @Override
    public void payload(long receive, Region data, long bytes) {
        writeData(DataName.ofReceive(receive), data, bytes);
    }

    @Override
    public void part(int contextId, int source, int tag, Region data, long bytes) {
        writeData(DataName.ofPart(contextId, source, tag), data, bytes);
    }

    /** Also data of no bytes is one piece. */
    private void writeData(DataName name, Region data, long bytes) {
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
    public int[] answer(long course, Question question) {
        courses.computeIfAbsent(
                        course, number -> new Asked(QuestionCount.toWrite(directory, number)))
                .asked++;
        return NOT_TOLD;
    }

    @Override
    public void answered(long course, Question question, int[] answer) {
        Asked questions = courses.get(course);
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
