package musubi.insight.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Events in the orders in which JFR may leave them. */
class RecordedFileTest {
    @TempDir private Path directory;

    @Name("musubi.Rank")
    private static final class Joined extends Event {
        int rank;
        String job;
        int ranks;
        int node;
        String host;
    }

    @Name("musubi.Counter")
    private static final class Counted extends Event {
        int rank;
        String name;
        String unit;
        String kind;
        long value;
    }

    @Test
    void shouldFindTheJobWhenARankIsNamedAfterItsFirstEvent() throws Exception {
        List<RankTrack> tracks = RecordedFile.read(record(true)).tracks();
        assertEquals(1, tracks.size());
        assertEquals(new RankTrack.Where("job-1", 4, 1, "b"), tracks.getFirst().where());
        assertEquals(7, tracks.getFirst().counters().getFirst().value());
    }

    @Test
    void shouldKeepRecordedEventsWhenTheOldestAreDropped() throws Exception {
        List<RankTrack> tracks = RecordedFile.read(record(false)).tracks();
        assertEquals(3, tracks.getFirst().rank());
        assertEquals("", tracks.getFirst().where().job());
    }

    private Path record(boolean withRank) throws Exception {
        Path file = directory.resolve("rank-3.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            count();
            if (withRank) {
                join();
            }
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static void count() {
        Counted event = new Counted();
        event.rank = 3;
        event.name = "messages.sent";
        event.unit = "messages";
        event.kind = "counter";
        event.value = 7;
        event.commit();
    }

    private static void join() {
        Joined event = new Joined();
        event.rank = 3;
        event.job = "job-1";
        event.ranks = 4;
        event.node = 1;
        event.host = "b";
        event.commit();
    }
}
