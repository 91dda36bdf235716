package musubi.journal;

import musubi.error.ErrorClass;
import musubi.error.FreeSpace;
import musubi.error.MpiFailure;
import musubi.journal.JournalFormat.PayloadKey;
import musubi.region.Region;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;

import net.openhft.chronicle.bytes.Bytes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Records a journal. An event is in the mapped file before the program sees its effect, so a
 * process that is killed loses none. Calls with the outcome "no" are only counted. Where the file
 * system is full the journal ends, and the next call fails if the journal is required.
 */
final class JournalWriter implements MatchLog {
    /** Size of the pieces of a payload. */
    private static final int PIECE_BYTES = 256 << 10;

    /** No event without indices and payload is longer. */
    private static final int MOST_BYTES = 128;

    private static final int INDEX_BYTES = 5;

    /** Most bytes of a node in the header. */
    private static final int NODE_BYTES = 10;

    /** Enough for the files of a journal and its first events. */
    private static final int FIRST_BYTES = 256 << 10;

    private final Path directory;
    private final int rank;
    private final JournalProvider.Recording recording;
    private final Map<Long, CallStream> callStreams = new HashMap<>();
    private final Region pieceRegion = new Region();
    private byte[] piece = new byte[1 << 12];
    private JournalStore store;
    private JournalAppender appender;
    private boolean hasEnded;

    /** The failure of the next call of the program; null if there is none. */
    private MpiFailure pending;

    /** The nondeterministic calls of a thread stream. */
    private static final class CallStream {
        private final RecordedCallCount count;
        private long asked;

        CallStream(RecordedCallCount count) {
            this.count = count;
        }
    }

    private JournalWriter(
            Path directory, JournalProvider.Rank rank, JournalProvider.Recording recording) {
        this.directory = directory;
        this.rank = rank.number();
        this.recording = recording;
        try {
            JournalAppender.requireSpace(directory, FIRST_BYTES);
            store = JournalStore.toWrite(directory, recording.limitBytes());
            appender = new JournalAppender(store);
        } catch (IOException e) {
            end(e, FIRST_BYTES);
        }
        write(
                MOST_BYTES + NODE_BYTES * rank.size(),
                bytes ->
                        JournalFormat.write(
                                bytes, JournalFormat.Header.of(rank, recording.payload())));
    }

    /**
     * Begins to record in an empty directory.
     *
     * @throws MpiFailure when there is no space for a journal that is required
     */
    static JournalWriter open(
            Path directory, JournalProvider.Rank rank, JournalProvider.Recording recording) {
        JournalWriter writer = new JournalWriter(directory, rank, recording);
        try {
            writer.beforeReceive();
        } catch (MpiFailure e) {
            writer.close();
            throw e;
        }
        return writer;
    }

    private void write(int mostBytes, Consumer<Bytes<?>> event) {
        if (hasEnded) {
            return;
        }
        try {
            appender.append(event, mostBytes);
        } catch (IOException e) {
            end(e, appender.wantedBytes());
        }
    }

    /**
     * Nothing more is recorded. The events are reported by upcalls, which have to finish, so the
     * next call of the program fails.
     */
    private void end(IOException cause, long wantedBytes) {
        hasEnded = true;
        MpiFailure failure =
                new MpiFailure(errorClass(cause), "the journal cannot be continued", cause)
                        .with("rank", rank, "directory", directory)
                        .with("cause", cause.getMessage())
                        .with("bytes wanted", wantedBytes)
                        .with("bytes free", FreeSpace.of(directory));
        if (recording.required()) {
            pending =
                    failure.advice(
                            "free space there, record less (--journal-limit) or to another"
                                    + " directory, or continue without the journal with"
                                    + " MUSUBI_JOURNAL_REQUIRED=false");
        } else {
            print(failure.advice("the rank continues without it (MUSUBI_JOURNAL_REQUIRED=false)"));
        }
    }

    private static ErrorClass errorClass(IOException cause) {
        return FreeSpace.NONE.equals(cause.getMessage()) ? ErrorClass.NO_SPACE : ErrorClass.IO;
    }

    private static void print(MpiFailure failure) {
        System.err.println("musubi: " + failure.getMessage());
    }

    @Override
    public void beforeReceive() {
        MpiFailure failure = pending;
        if (failure != null) {
            pending = null;
            throw failure;
        }
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
        return recording.payload();
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
        write(MOST_BYTES, bytes -> JournalFormat.write(bytes, match));
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
            if (hasEnded) {
                return;
            }
            long from = done;
            int n = (int) Math.min(PIECE_BYTES, bytes - from);
            if (piece.length < n) {
                piece = new byte[PIECE_BYTES];
            }
            data.copyTo(from, pieceRegion.wrapArray(piece, 0, n), 0, n);
            write(
                    MOST_BYTES + n,
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
        beforeReceive();
        CallStream calls = hasEnded ? null : callStream(stream);
        if (calls != null) {
            calls.asked++;
        }
        return NOT_RECORDED;
    }

    /** The calls of a thread stream; null when there is no space for their number. */
    private CallStream callStream(long stream) {
        CallStream calls = callStreams.get(stream);
        if (calls == null) {
            try {
                calls = new CallStream(RecordedCallCount.toWrite(directory, stream));
                callStreams.put(stream, calls);
            } catch (IOException e) {
                end(e, Long.BYTES);
            }
        }
        return calls;
    }

    @Override
    public void recordOutcome(long stream, NondeterministicCall call, int[] answer) {
        CallStream calls = callStreams.get(stream);
        if (hasEnded || calls == null) {
            return;
        }
        long number = calls.asked - 1;
        if (answer != null) {
            write(
                    MOST_BYTES + INDEX_BYTES * answer.length,
                    bytes -> JournalFormat.write(bytes, stream + number, call, answer));
        }
        if (!hasEnded) {
            calls.count.set(calls.asked);
        }
    }

    @Override
    public MpiFailure diverged(String recorded, String actual) {
        return new MpiFailure(ErrorClass.INTERN, "recorded: " + recorded + "; happened: " + actual);
    }

    @Override
    public void close() {
        if (pending != null) {
            print(pending);
        }
        if (store == null) {
            return;
        }
        try {
            if (appender != null) {
                appender.close();
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.IO, "cannot close the journal", e)
                    .with("rank", rank, "directory", directory, "cause", e.getMessage());
        } finally {
            store.close();
        }
    }
}
