package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.FirstUses;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.ProgressEngine;
import musubi.replay.RecordedOutcomes;
import musubi.replay.journal.NondeterministicCall;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A handle of an operation in flight. It becomes null when a wait or test finds the operation
 * complete; a {@link Prequest} becomes inactive instead and can be started again. In arrays of
 * requests, null entries stand for {@code MPI.REQUEST_NULL}. Thread rule: a request is waited for
 * by one thread at a time. MPI-4.1 section 3.7.
 */
public class Request implements Freeable {
    /** The communicator whose error handler is used; null for {@code MPI.REQUEST_NULL}. */
    final Comm comm;

    /** The call that created it, for messages. */
    final String origin;

    final Datatype type;

    /** The operation in flight, else null. */
    musubi.pt2pt.request.CommRequest core;

    /** Whether the operation was complete from the start and has not been waited for. */
    boolean completeAtOnce;

    /** Null when the checks are off. */
    private final RequestCheck check;

    /** The buffers of the operation, which {@link FirstUses} looks at; else null. */
    private BufferUse noted;

    Request(Comm comm, String origin, musubi.pt2pt.request.CommRequest core, Datatype type) {
        this.comm = comm;
        this.origin = origin;
        this.core = core;
        this.type = type;
        this.completeAtOnce = core == null && comm != null;
        this.check = comm == null ? null : RequestCheck.of("request");
    }

    /** Records the buffer of the started operation for the checks. */
    final Request beginUse(
            Rank rank,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType bufferType,
            boolean writes) {
        if (check != null) {
            check.beginUse(rank, core, buf, offset, count, bufferType, writes);
        } else {
            noted = rank.firstUses().begin(buf, offset, count, bufferType, writes);
        }
        return this;
    }

    /** As the other form, for the buffers of an operation; null for none. */
    final Request beginUse(BufferUse buffers) {
        if (check == null) {
            noted = buffers;
        } else if (buffers != null) {
            check.beginUse(buffers);
        }
        return this;
    }

    /** Ends the checks of a complete operation; returns their finding or null. */
    private MpiFailure completed() {
        if (check == null) {
            endNotedUse();
            return null;
        }
        if (isOnce()) {
            check.freed();
        }
        return check.complete();
    }

    private void endNotedUse() {
        if (noted != null) {
            noted.endUse();
            noted = null;
        }
    }

    /** Whether the request becomes null on completion. */
    boolean isOnce() {
        return true;
    }

    /** Whether an operation is in flight or complete but not waited for. */
    final boolean isActive() {
        return core != null || completeAtOnce;
    }

    private static boolean isActive(Request request) {
        return request != null && request.isActive();
    }

    private boolean isComplete() {
        return completeAtOnce || core.isComplete();
    }

    /** Takes the outcome of a complete operation; throws its failure. */
    Status finish() {
        Status status = outcome();
        musubi.pt2pt.request.CommRequest done = core;
        core = null;
        completeAtOnce = false;
        MpiFailure misuse = completed();
        if (done != null) {
            MpiFailure failure = done.failure();
            MPI.rank.pt2pt().release(done);
            if (failure != null) {
                throw failure;
            }
        }
        if (misuse != null) {
            throw misuse;
        }
        return status;
    }

    /** As {@link #finish}, without a status. */
    void finishWithoutStatus() {
        musubi.pt2pt.request.CommRequest done = core;
        if (check != null || noted != null || done != null && done.hasFailed()) {
            finish();
        } else if (done == null) {
            completeAtOnce = false;
        } else {
            core = null;
            MPI.rank.pt2pt().release(done);
        }
    }

    /** The status of a complete operation; throws the failure of a generalized request. */
    Status outcome() {
        return core == null ? new Status() : Status.of(core, type);
    }

    private MPIException raise(MpiFailure failure, String call) {
        String made = check == null ? origin : check.site().toString();
        return MPI.failure(comm, failure, "Request." + call, "request of " + made);
    }

    private static MPIException raiseOfSeveral(
            Request[] requests, MpiFailure failure, String call) {
        Comm comm = null;
        for (int i = 0; requests != null && i < requests.length && comm == null; i++) {
            comm = requests[i] == null ? null : requests[i].comm;
        }
        if (failure.getCause() instanceof Failures several) {
            MPIException e =
                    MPI.failure(several.comm, failure, "Request." + call, arguments(requests));
            return new MPIException(e.getMessage(), failure, several.statuses);
        }
        return MPI.failure(comm, failure, "Request." + call, arguments(requests));
    }

    private static String arguments(Request[] requests) {
        return "requests=" + (requests == null ? "null" : origins(requests));
    }

    private static String origins(Request[] requests) {
        int shown = Math.min(requests.length, 8);
        String[] names = new String[shown];
        for (int i = 0; i < shown; i++) {
            names[i] = requests[i] == null ? "null" : requests[i].origin;
        }
        return requests.length + ":" + Arrays.toString(names);
    }

    /** The outcome of several requests of which at least one has failed. MPI-4.1 section 3.7.5. */
    private static final class Failures extends Exception {
        private static final long serialVersionUID = 1L;
        private static final int SHOWN = 4;

        private final transient StringBuilder text = new StringBuilder();
        private transient Comm comm;
        private transient Status[] statuses;
        private int count;

        /** Adds the failure of the request at an index. */
        void add(int index, Request request, MpiFailure failure) {
            if (count == 0) {
                initCause(failure);
                comm = request.comm;
            }
            if (count++ < SHOWN) {
                text.append("; request ")
                        .append(index)
                        .append(" of ")
                        .append(request.origin)
                        .append(": ")
                        .append(ErrorReport.name(failure.errorClass()))
                        .append(": ")
                        .append(failure.getMessage());
            }
        }

        /** The failure of the call; {@link #raiseOfSeveral} reads the statuses. */
        MpiFailure ofAll(int requests, Status[] found) {
            statuses = found;
            String more = count > SHOWN ? "; and " + (count - SHOWN) + " more" : "";
            return new MpiFailure(
                    ErrorClass.IN_STATUS,
                    "failed=" + count + " of " + requests + text + more,
                    this);
        }
    }

    private <R> R call(String call, MpiCall.Body<Request, R> body) {
        return MpiCall.run(this, call, body, Request::raise);
    }

    private static <R> R call(String call, Request[] requests, MpiCall.Body<Request[], R> body) {
        return MpiCall.run(requests, call, body, Request::raiseOfSeveral);
    }

    /** A call that may complete the request. */
    private <R> R completing(String call, MpiCall.Body<Request, R> body) {
        return call(
                call,
                check == null
                        ? body
                        : (rank, request) ->
                                guarded(rank, new Request[] {request}, () -> body.run(rank, this)));
    }

    /** A call that may complete the requests. */
    private static <R> R completing(
            String call, Request[] requests, MpiCall.Body<Request[], R> body) {
        Rank current = MPI.rank;
        boolean isUnchecked = current == null || current.checks() == null || requests == null;
        return call(
                call,
                requests,
                isUnchecked
                        ? body
                        : (rank, all) -> guarded(rank, all.clone(), () -> body.run(rank, all)));
    }

    private static <R> R guarded(Rank rank, Request[] requests, Supplier<R> body) {
        RequestCheck.beginWait(rank, requests);
        try {
            return body.get();
        } finally {
            RequestCheck.endWait(requests);
        }
    }

    /** State of the checks; null when they are off. */
    final RequestCheck check() {
        return check;
    }

    /** Whether a checked persistent operation has been started once. */
    final boolean wasStarted() {
        return check == null || check.wasStarted();
    }

    private static void checkGiven(Request[] requests) {
        if (requests == null) {
            throw new MpiFailure(ErrorClass.REQUEST, "the array of requests is null");
        }
    }

    /**
     * Frees the request; an operation in flight still completes, which cannot be observed. A null
     * request is ignored, so that a request can be freed after a wait, as in programs for Open
     * MPI's bindings. MPI-4.1 section 3.7.3.
     */
    @Override
    public void free() throws MPIException {
        free("free");
    }

    /** As {@link #free}. MPI-4.1 section 3.7.3. */
    public void Free() throws MPIException {
        free("Free");
    }

    private void free(String call) {
        call(
                call,
                (rank, request) -> {
                    if (request.check != null) {
                        request.check.checkFree(rank, request);
                    }
                    request.release();
                    return null;
                });
    }

    /** Frees the handle; the operation continues. */
    void release() {
        if (isNull()) {
            return;
        }
        musubi.pt2pt.request.CommRequest abandoned = core;
        core = null;
        completeAtOnce = false;
        if (abandoned != null) {
            MPI.abandon(abandoned);
        }
        endChecks();
        forget();
    }

    /** Ends the checks of an operation that continues. */
    private void endChecks() {
        endNotedUse();
        if (check != null) {
            check.freed();
            check.complete();
        }
    }

    /** Makes a persistent request null. */
    void forget() {}

    /**
     * Cancels the operation if possible; a wait is still required, and the status has the outcome.
     * MPI-4.1 section 3.8.4.
     */
    public final void cancel() throws MPIException {
        cancel("cancel");
    }

    /** As {@link #cancel}. MPI-4.1 section 3.8.4. */
    public void Cancel() throws MPIException {
        cancel("Cancel");
    }

    private void cancel(String call) {
        call(call, Request::cancel);
    }

    private static Void cancel(Rank rank, Request request) {
        if (!request.isActive()) {
            throw new MpiFailure(ErrorClass.REQUEST, "there is no operation in flight");
        }
        if (request.check != null) {
            RequestCheck.checkNoCollective(request, "cancelled");
        }
        if (request.core != null) {
            RecordedOutcomes outcomes = rank.outcomes();
            if (outcomes != null) {
                outcomes.checkCancel(request.core);
            }
            request.core.cancel();
        }
        return null;
    }

    /**
     * Whether it is null: completed by a wait or test, freed, or {@code MPI.REQUEST_NULL}. MPI-4.1
     * section 3.7.3.
     */
    public boolean isNull() {
        return !isActive();
    }

    /** As {@link #isNull}. MPI-4.1 section 3.7.3. */
    public boolean Is_null() throws MPIException {
        return isNull();
    }

    /** Waits until it is complete. MPI-4.1 section 3.7.3. */
    public final Status waitStatus() throws MPIException {
        return await("waitStatus");
    }

    /** Waits until it is complete. MPI-4.1 section 3.7.3. */
    public Status Wait() throws MPIException {
        return await("Wait");
    }

    private Status await(String call) {
        return completing(
                call,
                (rank, request) -> {
                    request.awaitCore(rank);
                    return request.finish();
                });
    }

    private void awaitCore(Rank rank) {
        if (core != null) {
            rank.pt2pt().progress().await(core);
        }
    }

    /** Waits until it is complete. MPI-4.1 section 3.7.3. */
    public final void waitFor() throws MPIException {
        completing(
                "waitFor",
                (rank, request) -> {
                    request.awaitCore(rank);
                    request.finishWithoutStatus();
                    return null;
                });
    }

    /** The status if it is complete, else null. MPI-4.1 section 3.7.3. */
    public final Status testStatus() throws MPIException {
        return test("testStatus");
    }

    /** The status if it is complete, else null. MPI-4.1 section 3.7.3. */
    public Status Test() throws MPIException {
        return test("Test");
    }

    private Status test(String call) {
        return completing(call, (rank, request) -> request.poll(rank) ? request.finish() : null);
    }

    /** Whether it is complete, after at most one progress cycle, or as recorded in a journal. */
    private boolean poll(Rank rank) {
        RecordedOutcomes outcomes = rank.outcomes();
        return outcomes == null
                ? pollNow(rank)
                : outcomes.isComplete(
                        NondeterministicCall.TEST,
                        () -> pollNow(rank),
                        () -> awaitAll(rank, new Request[] {this}));
    }

    private boolean pollNow(Rank rank) {
        if (core == null || core.isComplete()) {
            return true;
        }
        ProgressEngine progress = rank.pt2pt().progress();
        if (progress.pollOnce()) {
            progress.polled(core);
        }
        return core.isComplete();
    }

    /**
     * The status if it is complete, else null; the request does not change. MPI-4.1 section 3.7.6.
     */
    public final Status getStatus() throws MPIException {
        return call("getStatus", (rank, request) -> request.poll(rank) ? request.outcome() : null);
    }

    /**
     * The statuses if all are complete, else null; the requests do not change. MPI-4.1 section
     * 3.7.6.
     */
    public static Status[] getStatusAll(Request[] requests) throws MPIException {
        return call(
                "getStatusAll", requests, (rank, all) -> pollAll(rank, all) ? outcomes(all) : null);
    }

    /**
     * The status of one that is complete, with its index; null when none is complete; with index
     * {@code MPI.UNDEFINED} when none is active. The requests do not change. MPI-4.1 section 3.7.6.
     */
    public static Status getStatusAny(Request[] requests) throws MPIException {
        return call(
                "getStatusAny",
                requests,
                (rank, all) -> {
                    int index = findAny(rank, NondeterministicCall.TEST_ANY, all);
                    return index < 0 ? statusWithout(index) : all[index].outcome().at(index);
                });
    }

    /**
     * The statuses of the complete ones, with their indices; null when none is active. The requests
     * do not change. MPI-4.1 section 3.7.6.
     */
    public static Status[] getStatusSome(Request[] requests) throws MPIException {
        return call("getStatusSome", requests, Request::outcomesOfSome);
    }

    private static Status[] outcomesOfSome(Rank rank, Request[] requests) {
        if (countActive(requests) == 0) {
            return null;
        }
        return outcomesOf(requests, findSome(rank, NondeterministicCall.TEST_SOME, requests));
    }

    private static Status[] outcomes(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = (isActive(requests[i]) ? requests[i].outcome() : new Status()).at(i);
        }
        return statuses;
    }

    private static Status[] outcomesOf(Request[] requests, int[] recorded) {
        Status[] statuses = new Status[requests.length];
        int n = 0;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].countsAsComplete(i, recorded)) {
                statuses[n++] = requests[i].outcome().at(i);
            }
        }
        return Arrays.copyOf(statuses, n);
    }

    /** Whether it is complete. MPI-4.1 section 3.7.3. */
    public final boolean test() throws MPIException {
        return completing(
                "test",
                (rank, request) -> {
                    boolean complete = request.poll(rank);
                    if (complete) {
                        request.finishWithoutStatus();
                    }
                    return complete;
                });
    }

    /**
     * Waits until one is complete; the status has its index, {@code MPI.UNDEFINED} when none is
     * active. MPI-4.1 section 3.7.5.
     */
    public static Status waitAnyStatus(Request[] requests) throws MPIException {
        return any("waitAnyStatus", requests, NondeterministicCall.WAIT_ANY);
    }

    /** As {@link #waitAnyStatus}; null for an array of length 0. MPI-4.1 section 3.7.5. */
    public static Status Waitany(Request[] r) throws MPIException {
        Status status = any("Waitany", r, NondeterministicCall.WAIT_ANY);
        return r.length == 0 ? null : status;
    }

    /**
     * Waits until one is complete and returns its index, {@code MPI.UNDEFINED} when none is active.
     * MPI-4.1 section 3.7.5.
     */
    public static int waitAny(Request[] requests) throws MPIException {
        return any("waitAny", requests, NondeterministicCall.WAIT_ANY).index;
    }

    /**
     * The status of one that is complete, with its index; null when none is complete; with index
     * {@code MPI.UNDEFINED} when none is active. MPI-4.1 section 3.7.5.
     */
    public static Status testAnyStatus(Request[] requests) throws MPIException {
        return any("testAnyStatus", requests, NondeterministicCall.TEST_ANY);
    }

    /** As {@link #testAnyStatus}; null also when none is active. MPI-4.1 section 3.7.5. */
    public static Status Testany(Request[] r) throws MPIException {
        Status status = any("Testany", r, NondeterministicCall.TEST_ANY);
        return status == null || status.index == MPI.UNDEFINED ? null : status;
    }

    /** The index of one that is complete, else {@code MPI.UNDEFINED}. MPI-4.1 section 3.7.5. */
    public static int testAny(Request[] requests) throws MPIException {
        Status status = any("testAny", requests, NondeterministicCall.TEST_ANY);
        return status == null ? MPI.UNDEFINED : status.index;
    }

    private static Status any(String call, Request[] requests, NondeterministicCall kind) {
        return completing(
                call,
                requests,
                kind == NondeterministicCall.WAIT_ANY
                        ? (rank, all) -> finishAny(rank, NondeterministicCall.WAIT_ANY, all)
                        : (rank, all) -> finishAny(rank, NondeterministicCall.TEST_ANY, all));
    }

    private static Status finishAny(Rank rank, NondeterministicCall kind, Request[] requests) {
        int index = findAny(rank, kind, requests);
        return index < 0 ? statusWithout(index) : requests[index].finish().at(index);
    }

    /** The index of one that is complete; -1 when none is; UNDEFINED when none is active. */
    private static int findAny(Rank rank, NondeterministicCall kind, Request[] requests) {
        return countActive(requests) == 0 ? MPI.UNDEFINED : findComplete(rank, kind, requests);
    }

    private static Status statusWithout(int index) {
        return index == MPI.UNDEFINED ? new Status().at(MPI.UNDEFINED) : null;
    }

    private static int countActive(Request[] requests) {
        checkGiven(requests);
        int active = 0;
        for (Request request : requests) {
            active += isActive(request) ? 1 : 0;
        }
        return active;
    }

    /** The index of the first active one that is complete; -1 if none is. */
    static int firstComplete(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isComplete()) {
                return i;
            }
        }
        return -1;
    }

    /** The index of one that is complete; -1 if none is and the call does not wait. */
    private static int findComplete(Rank rank, NondeterministicCall kind, Request[] requests) {
        boolean wait = kind == NondeterministicCall.WAIT_ANY;
        ProgressEngine progress = rank.pt2pt().progress();
        RecordedOutcomes outcomes = rank.outcomes();
        if (outcomes == null) {
            return findNow(progress, requests, wait);
        }
        int[] found =
                outcomes.complete(
                        kind,
                        () -> {
                            int index = findNow(progress, requests, wait);
                            return index < 0 ? null : new int[] {index};
                        },
                        index -> await(rank, outcomes, requests, index));
        return found == null ? -1 : found[0];
    }

    /** The indices of those that a journal has as complete; null for all that are. */
    private static int[] findSome(Rank rank, NondeterministicCall kind, Request[] requests) {
        boolean wait = kind == NondeterministicCall.WAIT_SOME;
        ProgressEngine progress = rank.pt2pt().progress();
        RecordedOutcomes outcomes = rank.outcomes();
        if (outcomes == null) {
            findNow(progress, requests, wait);
            return null;
        }
        int[] found =
                outcomes.complete(
                        kind,
                        () -> findNow(progress, requests, wait) < 0 ? null : complete(requests),
                        index -> await(rank, outcomes, requests, index));
        return found == null ? new int[0] : found;
    }

    private static int[] complete(Request[] requests) {
        return IntStream.range(0, requests.length)
                .filter(i -> isActive(requests[i]) && requests[i].isComplete())
                .toArray();
    }

    /** Whether the request at an index counts as complete. */
    private boolean countsAsComplete(int index, int[] recorded) {
        return recorded == null ? isComplete() : Arrays.binarySearch(recorded, index) >= 0;
    }

    private static void await(Rank rank, RecordedOutcomes outcomes, Request[] requests, int index) {
        if (index >= requests.length || !isActive(requests[index])) {
            outcomes.noRequest(index, requests.length);
        } else if (requests[index].core != null) {
            rank.pt2pt().progress().await(requests[index].core);
        }
    }

    private static int findNow(ProgressEngine progress, Request[] requests, boolean wait) {
        int index = firstComplete(requests);
        if (index < 0 && !wait) {
            if (progress.pollOnce()) {
                progress.polled(new AnyRequest(requests));
            }
            return firstComplete(requests);
        }
        if (index < 0) {
            AnyRequest one = new AnyRequest(requests);
            progress.await(one);
            index = one.index();
        }
        return index;
    }

    /**
     * Waits until all are complete. If some have failed, fails with {@code ERR_IN_STATUS} after all
     * are complete; {@link MPIException#getStatuses} returns the statuses. MPI-4.1 section 3.7.5.
     */
    public static Status[] waitAllStatus(Request[] requests) throws MPIException {
        return awaitAll("waitAllStatus", requests);
    }

    /** As {@link #waitAllStatus}. MPI-4.1 section 3.7.5. */
    public static Status[] Waitall(Request[] r) throws MPIException {
        return awaitAll("Waitall", r);
    }

    private static Status[] awaitAll(String call, Request[] requests) {
        return completing(
                call,
                requests,
                (rank, all) -> {
                    awaitAll(rank, all);
                    return finishAll(all);
                });
    }

    private static void awaitAll(Rank rank, Request[] requests) {
        checkGiven(requests);
        for (Request request : requests) {
            if (request != null && request.core != null) {
                rank.pt2pt().progress().await(request.core, requests, AllRequests::new);
            }
        }
    }

    /** Takes the outcome of all, then throws if some have failed. */
    private static Status[] finishAll(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        Failures failures = null;
        for (int i = 0; i < requests.length; i++) {
            Request request = requests[i];
            try {
                statuses[i] = (request == null ? new Status() : request.finish()).at(i);
            } catch (MpiFailure e) {
                failures = noted(failures, i, request, e);
                statuses[i] = ofFailed(i, e);
            }
        }
        if (failures != null) {
            throw failures.ofAll(requests.length, statuses);
        }
        return statuses;
    }

    private static Failures noted(Failures known, int index, Request request, MpiFailure failure) {
        Failures failures = known == null ? new Failures() : known;
        failures.add(index, request, failure);
        return failures;
    }

    private static Status ofFailed(int index, MpiFailure failure) {
        Status status = new Status().at(index);
        status.failed(failure.errorClass());
        return status;
    }

    /** Waits until all are complete; fails as {@link #waitAllStatus}. MPI-4.1 section 3.7.5. */
    public static void waitAll(Request[] requests) throws MPIException {
        completing(
                "waitAll",
                requests,
                (rank, all) -> {
                    awaitAll(rank, all);
                    finishAllWithoutStatus(all);
                    return null;
                });
    }

    private boolean mayFail() {
        return core != null && (core.hasFailed() || this instanceof Grequest);
    }

    private static void finishAllWithoutStatus(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request) && (request.check != null || request.mayFail())) {
                finishAll(requests);
                return;
            }
        }
        for (Request request : requests) {
            if (isActive(request)) {
                request.finishWithoutStatus();
            }
        }
    }

    /** The statuses if all are complete, else null. MPI-4.1 section 3.7.5. */
    public static Status[] testAllStatus(Request[] requests) throws MPIException {
        return testAll("testAllStatus", requests);
    }

    /** As {@link #testAllStatus}. MPI-4.1 section 3.7.5. */
    public static Status[] Testall(Request[] r) throws MPIException {
        return testAll("Testall", r);
    }

    private static Status[] testAll(String call, Request[] requests) {
        return completing(
                call, requests, (rank, all) -> pollAll(rank, all) ? finishAll(all) : null);
    }

    private static boolean pollAll(Rank rank, Request[] requests) {
        checkGiven(requests);
        RecordedOutcomes outcomes = rank.outcomes();
        return outcomes == null
                ? pollAllNow(rank, requests)
                : outcomes.isComplete(
                        NondeterministicCall.TEST_ALL,
                        () -> pollAllNow(rank, requests),
                        () -> awaitAll(rank, requests));
    }

    private static boolean pollAllNow(Rank rank, Request[] requests) {
        ProgressEngine progress = rank.pt2pt().progress();
        if (!allComplete(requests) && progress.pollOnce()) {
            progress.polled(new AllRequests(requests));
        }
        return allComplete(requests);
    }

    private static boolean allComplete(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request) && !request.isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** Whether all are complete. MPI-4.1 section 3.7.5. */
    public static boolean testAll(Request[] requests) throws MPIException {
        return completing(
                "testAll",
                requests,
                (rank, all) -> {
                    boolean complete = pollAll(rank, all);
                    if (complete) {
                        finishAllWithoutStatus(all);
                    }
                    return complete;
                });
    }

    /**
     * Waits until at least one is complete; returns the statuses of the complete ones, with their
     * indices; null when none is active. MPI-4.1 section 3.7.5.
     */
    public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
        return some("waitSomeStatus", requests, NondeterministicCall.WAIT_SOME);
    }

    /** As {@link #waitSomeStatus}; of length 0 when none is active. MPI-4.1 section 3.7.5. */
    public static Status[] Waitsome(Request[] r) throws MPIException {
        return orNone(some("Waitsome", r, NondeterministicCall.WAIT_SOME));
    }

    /**
     * Waits until at least one is complete; returns the indices of the complete ones; null when
     * none is active. MPI-4.1 section 3.7.5.
     */
    public static int[] waitSome(Request[] requests) throws MPIException {
        return places(some("waitSome", requests, NondeterministicCall.WAIT_SOME));
    }

    /**
     * The statuses of the complete ones, with their indices; null when none is active. MPI-4.1
     * section 3.7.5.
     */
    public static Status[] testSomeStatus(Request[] requests) throws MPIException {
        return some("testSomeStatus", requests, NondeterministicCall.TEST_SOME);
    }

    /** As {@link #testSomeStatus}; of length 0 when none is active. MPI-4.1 section 3.7.5. */
    public static Status[] Testsome(Request[] r) throws MPIException {
        return orNone(some("Testsome", r, NondeterministicCall.TEST_SOME));
    }

    private static Status[] orNone(Status[] statuses) {
        return statuses == null ? new Status[0] : statuses;
    }

    /** The indices of the complete ones; null when none is active. MPI-4.1 section 3.7.5. */
    public static int[] testSome(Request[] requests) throws MPIException {
        return places(some("testSome", requests, NondeterministicCall.TEST_SOME));
    }

    private static int[] places(Status[] statuses) {
        if (statuses == null) {
            return null;
        }
        int[] places = new int[statuses.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = statuses[i].index;
        }
        return places;
    }

    private static Status[] some(String call, Request[] requests, NondeterministicCall kind) {
        return completing(
                call,
                requests,
                kind == NondeterministicCall.WAIT_SOME
                        ? (rank, all) -> finishSome(rank, NondeterministicCall.WAIT_SOME, all)
                        : (rank, all) -> finishSome(rank, NondeterministicCall.TEST_SOME, all));
    }

    private static Status[] finishSome(Rank rank, NondeterministicCall kind, Request[] requests) {
        int active = countActive(requests);
        return active == 0
                ? null
                : finishComplete(requests, active, findSome(rank, kind, requests));
    }

    private static Status[] finishComplete(Request[] requests, int active, int[] recorded) {
        Status[] statuses = new Status[active];
        int n = 0;
        Failures failures = null;
        for (int i = 0; i < requests.length; i++) {
            Request request = requests[i];
            if (isActive(request) && request.countsAsComplete(i, recorded)) {
                try {
                    statuses[n] = request.finish().at(i);
                } catch (MpiFailure e) {
                    failures = noted(failures, i, request, e);
                    statuses[n] = ofFailed(i, e);
                }
                n++;
            }
        }
        Status[] found = Arrays.copyOf(statuses, n);
        if (failures != null) {
            throw failures.ofAll(requests.length, found);
        }
        return found;
    }
}
