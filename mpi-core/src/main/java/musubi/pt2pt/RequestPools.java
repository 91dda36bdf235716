package musubi.pt2pt;

import musubi.pt2pt.request.SendMode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The sends and receives of a rank, in use and not: as many as were ever in use at once. Thread
 * rule: the thread that holds the rank.
 */
final class RequestPools {
    private final SendProtocol sender;
    private final RecvProtocol receiver;
    private final ArrayDeque<SendRequest> idleSends = new ArrayDeque<>();
    private final ArrayDeque<RecvRequest> idleReceives = new ArrayDeque<>();
    private final List<SendRequest> allSends = new ArrayList<>();
    private final List<RecvRequest> allReceives = new ArrayList<>();

    RequestPools(SendProtocol sender, RecvProtocol receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    SendRequest send(SendMode mode) {
        SendRequest request = idleSends.pollLast();
        if (request == null) {
            request = new SendRequest(sender);
            allSends.add(request);
        }
        request.restartRequest();
        request.mode = mode;
        return request;
    }

    RecvRequest receive() {
        RecvRequest request = idleReceives.pollLast();
        if (request == null) {
            request = new RecvRequest(receiver);
            allReceives.add(request);
        }
        request.restartRequest();
        return request;
    }

    void release(SendRequest request) {
        request.forget();
        idleSends.addLast(request);
    }

    void release(RecvRequest request) {
        request.forget();
        idleReceives.addLast(request);
    }

    /** How many are in use. */
    int inUse() {
        return allSends.size() + allReceives.size() - idleSends.size() - idleReceives.size();
    }

    /** The request in use whose buffer lies in this memory, or null. */
    String userOf(MemorySegment memory) {
        for (SendRequest send : allSends) {
            if (send.region.isIn(memory)) {
                return send.describe();
            }
        }
        for (RecvRequest receive : allReceives) {
            if (receive.isUsing(memory)) {
                return receive.describe();
            }
        }
        return null;
    }
}
