package mpi;

import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;
import musubi.pt2pt.request.CommRequest;

import java.util.Arrays;
import java.util.List;

/** Several requests together: complete when all are. */
final class AllRequests implements Waitable {
    private final Object[] requests;

    /** The requests of an array; others and null count as complete. */
    AllRequests(Object[] requests) {
        this.requests = requests;
    }

    /** The operations of those that are not complete. */
    static List<CommRequest> incomplete(Object[] requests) {
        return Arrays.stream(requests)
                .map(request -> request instanceof Request given ? given.core : null)
                .filter(core -> core != null && !core.isComplete())
                .toList();
    }

    @Override
    public boolean isComplete() {
        return incomplete(requests).isEmpty();
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.allOf(incomplete(requests));
    }
}
