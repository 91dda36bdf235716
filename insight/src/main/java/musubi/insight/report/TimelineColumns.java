package musubi.insight.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;

import java.util.List;

/** The part of a page that the timeline is drawn from. */
final class TimelineColumns {
    private final JobTrace trace;
    private final PackedColumns columns;
    private final long beginNs;
    private final StringTable names = new StringTable();
    private final StringTable places = new StringTable();

    TimelineColumns(JobTrace trace, PackedColumns columns) {
        this.trace = trace;
        this.columns = columns;
        beginNs = trace.beginNs();
    }

    /** Where which column lies, and what its numbers mean; times are in ns. */
    JsonObject json() {
        JsonObject json = new JsonObject();
        JsonArray calls = new JsonArray();
        JsonArray waits = new JsonArray();
        for (RankTrack track : trace.tracks()) {
            CallLanes.of(track.calls()).forEach(lane -> calls.add(calls(track.rank(), lane)));
            waits.add(waits(track.rank()));
        }
        json.add("calls", calls);
        json.add("waits", waits);
        json.add("messages", messages());
        json.add("names", new Gson().toJsonTree(names.texts()));
        json.add("places", new Gson().toJsonTree(places.texts()));
        return json;
    }

    private JsonObject calls(int rank, List<CallSpan> calls) {
        int count = calls.size();
        JsonObject row = new JsonObject();
        row.addProperty("rank", rank);
        row.add("begin", columns.times(count, i -> calls.get(i).beginNs() - beginNs));
        row.add("duration", columns.floats(count, i -> calls.get(i).durationNs()));
        row.add("name", columns.ints(count, i -> names.of(calls.get(i).name())));
        row.add("place", columns.ints(count, i -> places.of(calls.get(i).place())));
        row.add("peer", columns.ints(count, i -> calls.get(i).peer()));
        row.add("bytes", columns.floats(count, i -> calls.get(i).bytes()));
        return row;
    }

    private JsonObject waits(int rank) {
        List<WaitState> waits = trace.waits().stream().filter(wait -> wait.rank() == rank).toList();
        int count = waits.size();
        JsonObject row = new JsonObject();
        row.addProperty("rank", rank);
        row.add("begin", columns.times(count, i -> waits.get(i).beginNs() - beginNs));
        row.add("duration", columns.floats(count, i -> waits.get(i).durationNs()));
        row.add("name", columns.ints(count, i -> waits.get(i).kind().ordinal()));
        row.add("peer", columns.ints(count, i -> waits.get(i).cause()));
        row.add("place", columns.ints(count, i -> places.of(waits.get(i).place())));
        row.add("causePlace", columns.ints(count, i -> places.of(waits.get(i).causePlace())));
        row.add("origin", columns.ints(count, i -> waits.get(i).origin()));
        return row;
    }

    private JsonObject messages() {
        List<MatchedMessage> messages = trace.messages();
        int count = messages.size();
        JsonObject json = new JsonObject();
        json.add("begin", columns.times(count, i -> messages.get(i).sent().ns() - beginNs));
        json.add("duration", columns.floats(count, i -> messages.get(i).flightNs()));
        json.add("from", columns.ints(count, i -> messages.get(i).from()));
        json.add("to", columns.ints(count, i -> messages.get(i).to()));
        json.add("bytes", columns.floats(count, i -> messages.get(i).sent().bytes()));
        return json;
    }
}
