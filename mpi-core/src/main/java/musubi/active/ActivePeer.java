package musubi.active;

import musubi.adi.SendOutcome;
import musubi.progress.Backlog;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.pt2pt.ActiveChannel;

import java.util.ArrayDeque;

/**
 * The active messages to one target, sent in the order in which they were passed. Those for which
 * the transport has no room wait here. Thread rule: the thread that holds the rank.
 */
public final class ActivePeer extends Operation {
    private final ActiveChannel channel;
    private final WorkList work;
    private final int worldRank;
    private final ArrayDeque<ActiveMessage> waiting = new ArrayDeque<>();
    private final Backlog backlog;

    ActivePeer(ActiveChannel channel, WorkList work, int worldRank) {
        this.channel = channel;
        this.work = work;
        this.worldRank = worldRank;
        backlog = new Backlog("active messages", worldRank, waiting::size);
    }

    /** The target's world rank. */
    public int worldRank() {
        return worldRank;
    }

    /** Sends a message now, or as soon as there is room; not to be called by a handler. */
    public void send(ActiveMessage message) {
        if (!advance() || !trySend(message)) {
            post(message);
        }
    }

    /**
     * Sends a message with the next one, or in the next duty cycle, so that it may be changed until
     * then ({@link #holds}); not to be called by a handler.
     */
    public void hold(ActiveMessage message) {
        advance();
        post(message);
    }

    /** Whether nothing of a message has been sent yet, and no other one follows it. */
    public boolean holds(ActiveMessage message) {
        return message == waiting.peekLast() && message.sentBytes() == 0;
    }

    /** Sends a message at the end of the duty cycle; for handlers. */
    public void post(ActiveMessage message) {
        waiting.addLast(message);
        work.add(this);
    }

    /** The messages that wait; a call that finds it full does not send more before it is not. */
    public Backlog backlog() {
        return backlog;
    }

    /** Whether the transport has taken all messages. */
    public boolean isDrained() {
        return waiting.isEmpty();
    }

    @Override
    public boolean advance() {
        while (!waiting.isEmpty()) {
            if (!trySend(waiting.peekFirst())) {
                return false;
            }
            waiting.removeFirst();
        }
        return true;
    }

    /** Whether nothing of the message is left to be sent. */
    private boolean trySend(ActiveMessage message) {
        int longest = channel.longestPayload(worldRank);
        boolean isWhole = false;
        while (!isWhole) {
            long bytes = message.pieceBytes(longest);
            message.encode(channel.envelope());
            SendOutcome outcome =
                    channel.trySend(worldRank, message.data, message.sentBytes(), bytes);
            if (outcome == SendOutcome.BACK_PRESSURED) {
                return false;
            }
            if (outcome == SendOutcome.PEER_LOST) {
                message.onLost(reason());
                return true;
            }
            isWhole = message.pieceSent(bytes);
            if (!isWhole) {
                work.noteProgress();
            }
        }
        message.onSent();
        return true;
    }

    private String reason() {
        String known = channel.lossReason(worldRank);
        return known != null ? known : "the peer is gone: rank=" + worldRank;
    }

    /** Drops what waits, because the target is gone. */
    void lose(String reason) {
        while (!waiting.isEmpty()) {
            waiting.removeFirst().onLost(reason);
        }
    }
}
