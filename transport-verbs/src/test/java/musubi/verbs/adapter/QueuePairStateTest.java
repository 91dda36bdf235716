package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.state.QpTransition;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

class QueuePairStateTest {
    private static final Map<QpState, Set<QpState>> LEGAL =
            new EnumMap<>(
                    Map.of(
                            QpState.RESET, Set.of(QpState.RESET, QpState.INIT),
                            QpState.INIT,
                                    Set.of(QpState.RESET, QpState.INIT, QpState.RTR, QpState.ERR),
                            QpState.RTR, Set.of(QpState.RESET, QpState.RTS, QpState.ERR),
                            QpState.RTS,
                                    Set.of(QpState.RESET, QpState.RTS, QpState.SQD, QpState.ERR),
                            QpState.SQD,
                                    Set.of(QpState.RESET, QpState.RTS, QpState.SQD, QpState.ERR),
                            QpState.SQE, Set.of(QpState.RESET, QpState.RTS, QpState.ERR),
                            QpState.ERR, Set.of(QpState.RESET, QpState.ERR)));

    private final ConnectedPair net = ConnectedPair.unconnected();
    private final QueuePair pair = net.left.pair;

    static List<QpState[]> allChanges() {
        List<QpState[]> changes = new ArrayList<>();
        for (QpState from : QpState.values()) {
            for (QpState to : QpState.values()) {
                changes.add(new QpState[] {from, to});
            }
        }
        return changes;
    }

    @ParameterizedTest
    @MethodSource("allChanges")
    void shouldAllowExactlyTheLegalTransitionsWhenStateChanges(QpState from, QpState to) {
        boolean legal = LEGAL.get(from).contains(to);
        assertEquals(legal, QpTransition.between(from, to).isPresent());
    }

    /** Without SQE, which a reliable connection never reaches. */
    static List<QpState[]> reachableChanges() {
        return allChanges().stream().filter(change -> change[0] != QpState.SQE).toList();
    }

    @ParameterizedTest
    @MethodSource("reachableChanges")
    void shouldChangeOrRefuseWhenQueuePairIsModified(QpState from, QpState to) {
        bring(from);
        if (LEGAL.get(from).contains(to)) {
            pair.modify(to, attributesFor(from, to));
            assertEquals(to, pair.state());
        } else {
            MpiFailure failure =
                    assertThrows(MpiFailure.class, () -> pair.modify(to, attributesFor(from, to)));
            assertEquals(ErrorClass.ARG, failure.errorClass());
            assertTrue(failure.getMessage().contains("from=" + from + " to=" + to));
            assertEquals(from, pair.state());
        }
    }

    @ParameterizedTest
    @EnumSource(QpAttribute.class)
    void shouldRefuseAndChangeNothingWhenNeededAttributeIsMissing(QpAttribute missing) {
        QpState from = stateThatSets(missing);
        QpState to = QpState.values()[from.ordinal() + 1];
        bring(from);
        QpAttributes full = attributesFor(from, to);
        QpAttributes partial = new QpAttributes();
        for (QpAttribute attribute : full.mask()) {
            if (attribute != missing) {
                partial.set(attribute, full.get(attribute));
            }
        }
        assertThrows(MpiFailure.class, () -> pair.modify(to, partial));
        assertEquals(from, pair.state());
        for (QpAttribute attribute : partial.mask()) {
            assertEquals(0, pair.attribute(attribute), attribute::name);
        }
    }

    @ParameterizedTest
    @EnumSource(QpAttribute.class)
    void shouldRefuseAndChangeNothingWhenValueIsOutOfRange(QpAttribute attribute) {
        QpState from = stateThatSets(attribute);
        QpState to = QpState.values()[from.ordinal() + 1];
        for (int bad : new int[] {-1, Integer.MAX_VALUE}) {
            pair.modify(QpState.RESET, new QpAttributes());
            bring(from);
            QpAttributes changes = attributesFor(from, to).set(attribute, bad);
            MpiFailure failure = assertThrows(MpiFailure.class, () -> pair.modify(to, changes));
            assertTrue(failure.getMessage().contains(attribute + "=" + bad));
            assertEquals(from, pair.state());
            assertEquals(0, pair.attribute(attribute));
        }
    }

    @Test
    void shouldRefuseWhenMtuIsNoPowerOfTwo() {
        bring(QpState.INIT);
        QpAttributes changes = ConnectedPair.toRtr(2, 2).set(QpAttribute.PATH_MTU, 1500);
        assertThrows(MpiFailure.class, () -> pair.modify(QpState.RTR, changes));
    }

    @Test
    void shouldRefuseWhenAttributeDoesNotBelongToTheChange() {
        bring(QpState.RTS);
        QpAttributes changes = new QpAttributes().set(QpAttribute.DEST_QPN, 9);
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> pair.modify(QpState.RTS, changes));
        assertTrue(failure.getMessage().contains("DEST_QPN"));
        assertEquals(net.right.pair.number(), pair.attribute(QpAttribute.DEST_QPN));
    }

    @Test
    void shouldClearAttributesWhenReset() {
        bring(QpState.RTS);
        pair.modify(QpState.RESET, new QpAttributes());
        for (QpAttribute attribute : QpAttribute.values()) {
            assertEquals(0, pair.attribute(attribute));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = QpState.class,
            names = {"RESET", "INIT", "RTR"})
    void shouldRefuseSendWhenNotReadyToSend(QpState state) {
        bring(state);
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> pair.postSend(SendWorkRequest.send(1)));
        assertEquals(ErrorClass.OTHER, failure.errorClass());
    }

    @Test
    void shouldRefuseReceiveWhenReset() {
        assertThrows(MpiFailure.class, () -> pair.postReceive(ReceiveWorkRequest.of(1)));
    }

    @ParameterizedTest
    @EnumSource(
            value = QpState.class,
            names = {"INIT", "RTR", "RTS", "SQD"})
    void shouldTakeReceiveWhenInitialisedOrLater(QpState state) {
        bring(state);
        assertTrue(pair.postReceive(ReceiveWorkRequest.of(1)));
    }

    @Test
    void shouldServeAndReportContactWhenReadyToReceive() {
        net.bringUp(net.right.pair, net.left);
        bring(QpState.RTR);
        net.left.post(ReceiveWorkRequest.of(7));
        net.right.post(SendWorkRequest.send(8));
        net.right.post(SendWorkRequest.send(9));
        net.left.post(ReceiveWorkRequest.of(10));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), net.right.sendStatuses(8, 9));
        assertEquals(List.of(SUCCESS, SUCCESS), net.left.receiveStatuses(7, 10));
        assertEquals(List.of(AsyncEvent.Type.COMM_EST), net.left.events());
    }

    @Test
    void shouldHoldNewSendsAndReportWhenDrained() {
        net.connect();
        net.right.post(ReceiveWorkRequest.of(1));
        net.right.post(ReceiveWorkRequest.of(2));
        net.left.post(SendWorkRequest.send(10));
        net.left.adapter.poll(16);
        pair.modify(QpState.SQD, new QpAttributes());
        net.left.post(SendWorkRequest.send(11));
        net.left.adapter.poll(16);
        assertEquals(List.of(), net.left.events());
        net.run();
        assertEquals(List.of(SUCCESS), net.left.sendStatuses(10));
        assertEquals(List.of(AsyncEvent.Type.SQ_DRAINED), net.left.events());
        pair.modify(QpState.RTS, new QpAttributes());
        net.run();
        assertEquals(List.of(SUCCESS), net.left.sendStatuses(11));
        assertEquals(List.of(), net.left.events());
    }

    @Test
    void shouldWorkAgainWhenRecoveredFromError() {
        net.connect();
        net.left.post(SendWorkRequest.rdmaWrite(1, 0, 0, net.left.entry(0, 8)));
        net.run();
        assertEquals(QpState.ERR, net.left.pair.state());
        assertEquals(QpState.ERR, net.right.pair.state());
        net.left.pair.modify(QpState.RESET, new QpAttributes());
        net.right.pair.modify(QpState.RESET, new QpAttributes());
        net.connect();
        net.left.post(
                SendWorkRequest.rdmaWrite(
                        2, net.right.address(0), net.right.remoteKey(), net.left.entry(0, 8)));
        net.run();
        assertEquals(List.of(SUCCESS), net.left.sendStatuses(2));
    }

    @Test
    void shouldRefuseEverythingWhenClosed() {
        pair.close();
        pair.close();
        assertThrows(MpiFailure.class, () -> pair.modify(QpState.INIT, ConnectedPair.toInit()));
        assertThrows(MpiFailure.class, () -> pair.postReceive(ReceiveWorkRequest.of(1)));
    }

    private void bring(QpState target) {
        QpState[] path =
                target == QpState.ERR
                        ? new QpState[] {QpState.INIT, QpState.ERR}
                        : new QpState[] {QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD};
        for (QpState step : path) {
            if (pair.state() == target) {
                return;
            }
            pair.modify(step, attributesFor(pair.state(), step));
        }
    }

    private QpAttributes attributesFor(QpState from, QpState to) {
        if (from == QpState.RESET && to == QpState.INIT) {
            return ConnectedPair.toInit();
        }
        if (from == QpState.INIT && to == QpState.RTR) {
            return ConnectedPair.toRtr(net.right.adapter.lid(), net.right.pair.number());
        }
        return from == QpState.RTR && to == QpState.RTS
                ? ConnectedPair.toRts()
                : new QpAttributes();
    }

    private static QpState stateThatSets(QpAttribute attribute) {
        if (ConnectedPair.toInit().mask().contains(attribute)) {
            return QpState.RESET;
        }
        return ConnectedPair.toRts().mask().contains(attribute) ? QpState.RTR : QpState.INIT;
    }
}
