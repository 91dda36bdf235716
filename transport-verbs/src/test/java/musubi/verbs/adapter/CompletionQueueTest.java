package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.state.QpState;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class CompletionQueueTest {
    @Test
    void shouldDieAndFailItsQueuePairsWhenOverrun() {
        ConnectedPair net = ConnectedPair.connected(2);
        for (int i = 0; i < 3; i++) {
            net.left.post(write(net, i));
        }
        net.run();
        assertTrue(net.left.sendCompletions.isOverrun());
        assertEquals(List.of(AsyncEvent.Type.CQ_ERR, AsyncEvent.Type.QP_FATAL), net.left.events());
        assertEquals(QpState.ERR, net.left.pair.state());
        MpiFailure failure = assertThrows(MpiFailure.class, net.left::sendsDone);
        assertTrue(failure.getMessage().contains("capacity=2"));
        assertFalse(net.left.receiveCompletions.isOverrun());
    }

    @Test
    void shouldStayAliveWhenExactlyFull() {
        ConnectedPair net = ConnectedPair.connected(2);
        for (int round = 0; round < 3; round++) {
            net.left.post(write(net, 1));
            net.left.post(write(net, 2));
            net.run();
            assertEquals(List.of(SUCCESS, SUCCESS), net.left.sendStatuses(1, 2));
        }
        assertEquals(List.of(), net.left.events());
    }

    @Test
    void shouldNotOverrunWhenSendsAreUnsignalled() {
        ConnectedPair net = ConnectedPair.connected(1);
        for (int i = 0; i < 10; i++) {
            net.left.post(write(net, i).unsignalled());
        }
        net.left.post(write(net, 10));
        net.run();
        net.left.sendStatuses(10);
    }

    @Test
    void shouldFailReceiverWhenItsQueueOverruns() {
        ConnectedPair net = ConnectedPair.connected(2);
        for (int i = 0; i < 3; i++) {
            net.right.post(ReceiveWorkRequest.of(i));
            net.left.post(SendWorkRequest.send(i).unsignalled());
        }
        net.run();
        assertEquals(List.of(AsyncEvent.Type.CQ_ERR, AsyncEvent.Type.QP_FATAL), net.right.events());
        assertEquals(QpState.ERR, net.right.pair.state());
    }

    @Test
    void shouldReturnOldestFirstWhenPolledWithLimit() {
        ConnectedPair net = ConnectedPair.connected();
        for (int i = 0; i < 5; i++) {
            net.left.post(write(net, i));
        }
        net.run();
        List<WorkCompletion> done = new ArrayList<>();
        assertEquals(2, net.left.sendCompletions.poll(done, 2));
        assertEquals(0, net.left.sendCompletions.poll(done, 0));
        assertEquals(3, net.left.sendCompletions.poll(done, 9));
        assertEquals(0, net.left.sendCompletions.poll(done, 9));
        long[] ids = done.stream().mapToLong(WorkCompletion::workRequestId).toArray();
        assertEquals("[0, 1, 2, 3, 4]", Arrays.toString(ids));
    }

    @Test
    void shouldRefuseToCloseWhenQueuePairUsesIt() {
        ConnectedPair net = ConnectedPair.unconnected();
        assertThrows(MpiFailure.class, net.left.sendCompletions::close);
        net.left.pair.close();
        net.left.sendCompletions.close();
    }

    @Test
    void shouldRefuseWhenCapacityIsZeroOrAdapterDiffers() {
        ConnectedPair net = ConnectedPair.unconnected();
        assertThrows(MpiFailure.class, () -> net.left.adapter.createCompletionQueue(0));
        QueueLimits limits = new QueueLimits(1, 1, 1, 1, 0);
        QueuePairConfiguration mixed =
                new QueuePairConfiguration(
                        net.left.sendCompletions,
                        net.right.receiveCompletions,
                        Optional.empty(),
                        limits,
                        false);
        assertThrows(
                MpiFailure.class, () -> net.left.adapter.createQueuePair(net.left.domain, mixed));
        assertThrows(MpiFailure.class, () -> new QueueLimits(1, 1, -1, 1, 0));
    }

    private static SendWorkRequest write(ConnectedPair net, long id) {
        return SendWorkRequest.rdmaWrite(
                id, net.right.address(0), net.right.remoteKey(), net.left.entry(0, 8));
    }
}
