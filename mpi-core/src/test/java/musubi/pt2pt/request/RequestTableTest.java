package musubi.pt2pt.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Cookies, keys and outcomes of requests. */
class RequestTableTest {
    private final RequestTable table = new RequestTable();
    private final Activity peer = new Activity();

    private static final class Activity extends PeerActivity implements RemoteMemory {
        private final List<Long> forgotten = new ArrayList<>();
        private long key = 40;
        private boolean reachable = true;

        @Override
        protected RemoteMemory remoteMemory() {
            return reachable ? this : null;
        }

        boolean isBusy() {
            return hasOperations();
        }

        @Override
        public boolean advance() {
            return true;
        }

        @Override
        public long remoteKey(Region region) {
            return key;
        }

        @Override
        public void forget(long remoteKey) {
            forgotten.add(remoteKey);
        }

        @Override
        public SendOutcome tryGet(long k, long offset, Region into, long to, long bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SendOutcome tryPut(long k, long offset, Region source, long from, long bytes) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Request extends CommRequest {
        private final PeerActivity activity;

        Request(PeerActivity activity) {
            this.activity = activity;
        }

        @Override
        protected PeerActivity peerActivity() {
            return activity;
        }

        @Override
        public boolean advance() {
            return true;
        }

        @Override
        public void cancel() {
            finishCancelled();
        }

        @Override
        public String describe() {
            return "request";
        }
    }

    @Test
    void shouldKeepAPeerBusyWhileItMayReferToARequest() {
        table.add(new Request(null));
        Request first = new Request(peer);
        Request second = new Request(peer);
        long cookie = table.add(first);
        assertEquals(cookie, table.add(first));
        assertEquals(cookie, first.cookie());
        table.add(second);
        table.remove(first);
        assertTrue(peer.isBusy());
        table.remove(first);
        table.remove(second);
        assertFalse(peer.isBusy());
        assertEquals(-1, first.cookie());
        table.add(new Request(null));
        assertFalse(peer.isBusy());
    }

    @Test
    void shouldGiveEachRequestItsOwnCookieWhenTheTableGrows() {
        Set<Long> cookies = new HashSet<>();
        List<Request> requests = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 100; i++) {
                Request request = new Request(null);
                requests.add(request);
                assertTrue(cookies.add(table.add(request)));
            }
            requests.forEach(r -> assertSame(r, table.find(r.cookie(), Request.class)));
            List<CommRequest> all = new ArrayList<>();
            table.forEach(all::add);
            assertEquals(100, all.size());
            requests.forEach(table::remove);
            table.forEach(r -> assertNull(r));
            requests.clear();
        }
        cookies.forEach(cookie -> assertNull(table.find(cookie, Request.class)));
        assertEquals(300, cookies.size());
        assertTrue(cookies.stream().allMatch(cookie -> (int) (long) cookie < 100));
        Request last = new Request(null);
        assertNull(table.find(table.add(last), GeneralizedRequest.class));
        assertNull(table.find(last.cookie() + 100, Request.class));
        assertNull(table.find(Integer.MIN_VALUE, Request.class));
    }

    @Test
    void shouldVisitAllRequestsOfAFullTable() {
        for (int i = 0; i < 16; i++) {
            table.add(new Request(null));
        }
        List<CommRequest> all = new ArrayList<>();
        table.forEach(all::add);
        assertEquals(16, all.size());
    }

    @Test
    void shouldExposeABufferOnceUntilTheRequestIsRemoved() {
        Request request = new Request(peer);
        table.add(request);
        assertEquals(40, request.expose(peer, new Region()));
        peer.key = 41;
        assertEquals(40, request.expose(peer, new Region()));
        table.remove(request);
        assertEquals(List.of(40L), peer.forgotten);
        request.hide();
        assertEquals(List.of(40L), peer.forgotten);
        peer.key = 0;
        assertEquals(0, request.expose(peer, new Region()));
        request.hide();
        assertEquals(List.of(40L, 0L), peer.forgotten);
        peer.reachable = false;
        assertEquals(-1, request.expose(peer, new Region()));
        request.hide();
        assertEquals(2, peer.forgotten.size());
    }

    @Test
    void shouldClearItsOutcomeWhenItIsUsedAgain() {
        Request request = new Request(null);
        request.outcome(1, 2, 3, 4);
        request.outcomeCount(5);
        assertEquals(1, request.source());
        assertEquals(2, request.tag());
        assertEquals(3, request.bytes());
        assertEquals(5, request.objectCount());
        request.cancel();
        assertTrue(request.isCancelled() && request.isComplete());
        request.restartRequest();
        assertFalse(request.isCancelled() || request.isComplete());
        request.note(new MpiFailure(ErrorClass.TRUNCATE, "why"));
        assertFalse(request.isComplete());
        assertEquals("why", request.failure().getMessage());
        request.fail(ErrorClass.TYPE, "other");
        assertTrue(request.isComplete() && request.hasFailed());
        assertEquals(ErrorClass.TYPE, request.failure().errorClass());
        request.restartRequest();
        assertNull(request.failure());
        assertEquals(MessageAddress.ANY_SOURCE, request.source());
        assertEquals(MessageAddress.ANY_TAG, request.tag());
        assertEquals(0, request.bytes());
        assertEquals(0, request.objectCount());
    }

    @Test
    void shouldContinueAnotherOperationOnceWhenItIsComplete() {
        WorkList work = new WorkList();
        Request request = new Request(null);
        int[] runs = {0};
        Operation next =
                new Operation() {
                    @Override
                    public boolean advance() {
                        runs[0]++;
                        return true;
                    }
                };
        request.onComplete(next, work);
        assertTrue(work.isEmpty());
        request.finish();
        work.advance();
        request.finish();
        assertTrue(work.isEmpty());
        request.onComplete(next, work);
        request.restartRequest();
        request.finish();
        assertTrue(work.isEmpty());
        assertEquals(1, runs[0]);
        assertFalse(next.isAnnounced());
    }

    @Test
    void shouldCompleteAGeneralizedRequestInTheCycleAfterItsEnd() {
        List<Boolean> cancels = new ArrayList<>();
        GeneralizedRequest request = new GeneralizedRequest(cancels::add);
        assertEquals(MessageAddress.ANY_SOURCE, request.source());
        assertFalse(request.advance());
        request.cancel();
        assertEquals("generalized request done=false", request.describe());
        request.done();
        assertTrue(request.isDone());
        assertFalse(request.isComplete());
        assertTrue(request.advance());
        assertTrue(request.isComplete());
        assertTrue(request.advance());
        request.cancel();
        assertEquals(List.of(false, true), cancels);
        GeneralizedRequest abandoned = new GeneralizedRequest(cancels::add);
        abandoned.abandon();
        assertTrue(abandoned.advance());
        assertFalse(abandoned.isComplete() || abandoned.isDone());
    }

    @Test
    void shouldSendEagerlyInStandardAndReadyMode() {
        assertTrue(SendMode.STANDARD.isEager() && SendMode.READY.isEager());
        assertFalse(SendMode.SYNCHRONOUS.isEager() || SendMode.BUFFERED.isEager());
    }
}
