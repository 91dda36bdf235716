package musubi.insight.report;

import com.google.gson.stream.JsonWriter;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes calls, waits and messages in the Trace Event Format, which Perfetto and Chrome read: a
 * process for each rank, with a thread for its calls and one for its wait states; arrows for
 * messages.
 */
final class PerfettoFile {
    private static final int CALLS = 0;
    private static final int WAITS = 1;
    private static final double NS_PER_US = 1000;

    private final JobTrace trace;
    private final long beginNs;

    PerfettoFile(JobTrace trace) {
        this.trace = trace;
        beginNs = trace.beginNs();
    }

    void write(Path file) throws IOException {
        try (JsonWriter json = new JsonWriter(PrivateFiles.writer(file))) {
            json.beginObject().name("displayTimeUnit").value("ns");
            json.name("traceEvents").beginArray();
            for (RankTrack track : trace.tracks()) {
                names(json, track.rank());
                for (CallSpan call : track.calls()) {
                    slice(json, track.rank(), call);
                }
            }
            for (WaitState wait : trace.waits()) {
                slice(json, wait);
            }
            List<MatchedMessage> messages = trace.messages();
            for (int i = 0; i < messages.size(); i++) {
                arrow(json, messages.get(i), i);
            }
            json.endArray().endObject();
        }
    }

    private static void names(JsonWriter json, int rank) throws IOException {
        name(json, "process_name", rank, CALLS, "rank " + rank);
        name(json, "thread_name", rank, CALLS, "MPI calls");
        name(json, "thread_name", rank, WAITS, "wait states");
    }

    private static void name(JsonWriter json, String what, int rank, int thread, String text)
            throws IOException {
        json.beginObject().name("ph").value("M").name("name").value(what);
        json.name("pid").value(rank).name("tid").value(thread);
        json.name("args").beginObject().name("name").value(text).endObject().endObject();
    }

    private void begin(JsonWriter json, String phase, String name, long ns) throws IOException {
        json.beginObject().name("ph").value(phase).name("name").value(name);
        json.name("ts").value((ns - beginNs) / NS_PER_US);
    }

    private static void at(JsonWriter json, int rank, int thread) throws IOException {
        json.name("pid").value(rank).name("tid").value(thread);
    }

    private void slice(JsonWriter json, int rank, CallSpan call) throws IOException {
        begin(json, "X", call.name(), call.beginNs());
        at(json, rank, CALLS);
        json.name("dur").value(call.durationNs() / NS_PER_US);
        json.name("args").beginObject().name("place").value(call.place());
        if (call.peer() >= 0) {
            json.name("peer").value(call.peer()).name("bytes").value(call.bytes());
        }
        json.endObject().endObject();
    }

    private void slice(JsonWriter json, WaitState wait) throws IOException {
        begin(json, "X", wait.kind().text(), wait.beginNs());
        at(json, wait.rank(), WAITS);
        json.name("dur").value(wait.durationNs() / NS_PER_US);
        json.name("args").beginObject().name("waiting in").value(wait.place());
        json.name("rank that was late").value(wait.cause());
        json.name("its line").value(wait.causePlace());
        json.name("rank where it began").value(wait.origin()).endObject().endObject();
    }

    /** A flow, which must not end before it begins, as it may by clocks that differ slightly. */
    private void arrow(JsonWriter json, MatchedMessage message, int id) throws IOException {
        long sentNs = message.sent().ns();
        begin(json, "s", "message", sentNs);
        at(json, message.from(), CALLS);
        json.name("cat").value("message").name("id").value(id).endObject();
        begin(json, "f", "message", Math.max(sentNs, message.landedNs()));
        at(json, message.to(), CALLS);
        json.name("cat").value("message").name("id").value(id).name("bp").value("e").endObject();
    }
}
