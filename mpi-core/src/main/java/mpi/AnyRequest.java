package mpi;

import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;

/** The first of several requests to complete. */
final class AnyRequest implements Waitable {
    private final Request[] requests;
    private int place = -1;

    AnyRequest(Request[] requests) {
        this.requests = requests;
    }

    /** The index of a complete one; -1 while there is none. */
    int index() {
        return place;
    }

    @Override
    public boolean isComplete() {
        place = Request.firstComplete(requests);
        return place >= 0;
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.anyOf(AllRequests.incomplete(requests));
    }
}
