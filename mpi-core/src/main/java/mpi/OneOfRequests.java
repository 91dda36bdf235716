package mpi;

import musubi.progress.Awaited;
import musubi.progress.Needs;

/** One of several requests, whichever is complete first. */
final class OneOfRequests implements Awaited {
    private static final int MOST_SHOWN = 8;

    private final Request[] requests;
    private int place = -1;

    OneOfRequests(Request[] requests) {
        this.requests = requests;
    }

    /** The place of one that is complete; -1 as long as there is none. */
    int place() {
        return place;
    }

    @Override
    public boolean isComplete() {
        place = Request.firstComplete(requests);
        return place >= 0;
    }

    @Override
    public void tell(Needs needs) {
        int shown = 0;
        for (Request request : requests) {
            if (request != null && request.core != null && shown++ < MOST_SHOWN) {
                request.core.tell(needs);
            }
        }
        if (shown > MOST_SHOWN) {
            needs.add("one of " + (shown - MOST_SHOWN) + " more requests");
        }
        needs.fromOneOfThem();
    }
}
