package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.pt2pt.matching.MatchControl;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;

import java.util.ArrayList;
import java.util.List;

/** Passes matches on to queues and keeps the calls. */
final class RecordingControl implements MatchControl {
    final List<String> calls = new ArrayList<>();
    boolean mayCancel = true;
    private final MatchQueues queues;

    RecordingControl(MatchQueues queues) {
        this.queues = queues;
    }

    @Override
    public PendingReceive arrived(int from, Envelope envelope, Region payload) {
        calls.add("arrived " + from);
        return queues.arrived(from, envelope, payload);
    }

    @Override
    public UnexpectedMessage post(PendingReceive receive) {
        calls.add("post");
        return queues.post(receive);
    }

    @Override
    public void extracted(UnexpectedMessage message) {
        calls.add("extracted " + message.tag());
    }

    @Override
    public void receivesExtracted(PendingReceive receive, UnexpectedMessage message) {
        calls.add("receivesExtracted " + message.tag());
    }

    @Override
    public void landed(PendingReceive receive, Region data, long bytes) {
        calls.add("landed " + bytes);
    }

    @Override
    public boolean mayCancel(PendingReceive receive) {
        calls.add("mayCancel");
        return mayCancel;
    }

    @Override
    public void cancelled(PendingReceive receive) {
        calls.add("cancelled");
    }

    @Override
    public boolean mayCancelSend(UnexpectedMessage message) {
        calls.add("mayCancelSend " + message.tag());
        return mayCancel;
    }
}
