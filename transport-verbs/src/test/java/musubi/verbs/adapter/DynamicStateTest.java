package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.work.QueueLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Optional;

class DynamicStateTest {
    private final ConnectedPair net = ConnectedPair.unconnected();
    private final Side side = net.left;
    private final SharedReceiveQueue shared =
            side.adapter.createSharedReceiveQueue(side.domain, 4, 1);

    @ParameterizedTest
    @EnumSource(QpState.class)
    void shouldLeaveRtrForNothingWhenItIsATarget(QpState to) {
        DcTarget target = side.newTarget(shared, 1);
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> target.modify(to, ConnectedPair.none()));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        assertEquals(QpState.RTR, target.state());
    }

    @Test
    void shouldNeedMtuAndTimerWhenTargetGoesToRtr() {
        DcTarget target =
                side.adapter.createTarget(side.domain, shared, side.receiveCompletions, 1);
        assertThrows(MpiFailure.class, () -> target.modify(QpState.RTR, ConnectedPair.toRtr(2, 2)));
        target.modify(QpState.INIT, ConnectedPair.toInit());
        QpAttributes some = ConnectedPair.none().set(QpAttribute.PATH_MTU, 1024);
        assertThrows(MpiFailure.class, () -> target.modify(QpState.RTR, some));
        QpAttributes withPeer = some.set(QpAttribute.MIN_RNR_TIMER, 1).set(QpAttribute.DEST_QPN, 2);
        assertThrows(MpiFailure.class, () -> target.modify(QpState.RTR, withPeer));
        assertEquals(QpState.INIT, target.state());
    }

    @Test
    void shouldRefusePeerWhenItIsAnInitiator() {
        QueuePair initiator =
                side.adapter.createInitiator(
                        side.domain,
                        new QueuePairConfiguration(
                                side.sendCompletions,
                                side.sendCompletions,
                                Optional.empty(),
                                new QueueLimits(1, 0, 1, 0, 0),
                                false));
        assertThrows(
                MpiFailure.class, () -> initiator.modify(QpState.INIT, ConnectedPair.toInit()));
        initiator.modify(
                QpState.INIT,
                ConnectedPair.none().set(QpAttribute.PKEY_INDEX, 0).set(QpAttribute.PORT, 1));
        assertThrows(
                MpiFailure.class, () -> initiator.modify(QpState.RTR, ConnectedPair.toRtr(2, 2)));
        initiator.modify(QpState.RTR, ConnectedPair.none().set(QpAttribute.PATH_MTU, 256));
        assertThrows(MpiFailure.class, () -> initiator.modify(QpState.RTS, ConnectedPair.none()));
        initiator.modify(QpState.RTS, ConnectedPair.toRts());
        assertEquals(QpState.RTS, initiator.state());
        initiator.modify(QpState.ERR, ConnectedPair.none());
        initiator.modify(QpState.RESET, ConnectedPair.none());
        assertEquals(QpState.RESET, initiator.state());
    }

    @Test
    void shouldRefuseSharedReceivesWhenItIsAnInitiator() {
        QueuePairConfiguration configuration =
                new QueuePairConfiguration(
                        side.sendCompletions,
                        side.sendCompletions,
                        Optional.of(shared),
                        new QueueLimits(1, 0, 1, 0, 0),
                        false);
        assertThrows(
                MpiFailure.class, () -> side.adapter.createInitiator(side.domain, configuration));
    }
}
