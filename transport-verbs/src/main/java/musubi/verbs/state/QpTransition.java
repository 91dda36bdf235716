package musubi.verbs.state;

import static musubi.verbs.state.QpAttribute.ACCESS_FLAGS;
import static musubi.verbs.state.QpAttribute.DEST_LID;
import static musubi.verbs.state.QpAttribute.DEST_QPN;
import static musubi.verbs.state.QpAttribute.MAX_DEST_RD_ATOMIC;
import static musubi.verbs.state.QpAttribute.MAX_RD_ATOMIC;
import static musubi.verbs.state.QpAttribute.MIN_RNR_TIMER;
import static musubi.verbs.state.QpAttribute.PATH_MTU;
import static musubi.verbs.state.QpAttribute.PKEY_INDEX;
import static musubi.verbs.state.QpAttribute.PORT;
import static musubi.verbs.state.QpAttribute.RETRY_COUNT;
import static musubi.verbs.state.QpAttribute.RNR_RETRY;
import static musubi.verbs.state.QpAttribute.RQ_PSN;
import static musubi.verbs.state.QpAttribute.SQ_PSN;
import static musubi.verbs.state.QpAttribute.TIMEOUT;

import musubi.error.MpiFailure;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A legal change of state of a reliable connection: the attributes that it needs and those that it
 * takes besides. The table is that of Linux ({@code qp_state_table}), without path migration.
 *
 * <pre>
 * RESET --> RESET INIT            SQD --> RTS SQD   RESET ERR
 * INIT  --> INIT  RTR  RESET ERR  SQE --> RTS       RESET ERR
 * RTR   --> RTS        RESET ERR  ERR -->           RESET ERR
 * RTS   --> RTS   SQD  RESET ERR
 * </pre>
 */
public record QpTransition(Set<QpAttribute> required, Set<QpAttribute> optional) {
    private static final QpTransition PLAIN = new QpTransition(Set.of(), Set.of());
    private static final QpTransition RESET_TO_INIT =
            new QpTransition(Set.of(PKEY_INDEX, PORT, ACCESS_FLAGS), Set.of());
    private static final QpTransition INIT_TO_INIT =
            new QpTransition(Set.of(), Set.of(PKEY_INDEX, PORT, ACCESS_FLAGS));
    private static final QpTransition INIT_TO_RTR =
            new QpTransition(
                    Set.of(DEST_LID, PATH_MTU, DEST_QPN, RQ_PSN, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER),
                    Set.of(PKEY_INDEX, ACCESS_FLAGS));
    private static final QpTransition RTR_TO_RTS =
            new QpTransition(
                    Set.of(SQ_PSN, MAX_RD_ATOMIC, RETRY_COUNT, RNR_RETRY, TIMEOUT),
                    Set.of(ACCESS_FLAGS, MIN_RNR_TIMER));
    private static final QpTransition TO_RTS =
            new QpTransition(Set.of(), Set.of(ACCESS_FLAGS, MIN_RNR_TIMER));
    private static final QpTransition SQD_TO_SQD =
            new QpTransition(
                    Set.of(),
                    Set.of(
                            PKEY_INDEX,
                            PORT,
                            DEST_LID,
                            MAX_RD_ATOMIC,
                            MAX_DEST_RD_ATOMIC,
                            TIMEOUT,
                            RETRY_COUNT,
                            RNR_RETRY,
                            ACCESS_FLAGS,
                            MIN_RNR_TIMER));

    private static final Map<QpState, Map<QpState, QpTransition>> RULES =
            Map.of(
                    QpState.RESET, Map.of(QpState.INIT, RESET_TO_INIT),
                    QpState.INIT, Map.of(QpState.INIT, INIT_TO_INIT, QpState.RTR, INIT_TO_RTR),
                    QpState.RTR, Map.of(QpState.RTS, RTR_TO_RTS),
                    QpState.RTS, Map.of(QpState.RTS, TO_RTS, QpState.SQD, PLAIN),
                    QpState.SQD, Map.of(QpState.RTS, TO_RTS, QpState.SQD, SQD_TO_SQD),
                    QpState.SQE, Map.of(QpState.RTS, TO_RTS),
                    QpState.ERR, Map.of());

    private static final QpTransition INITIATOR_TO_INIT =
            new QpTransition(Set.of(PKEY_INDEX, PORT), Set.of());
    private static final QpTransition INITIATOR_TO_RTR =
            new QpTransition(Set.of(PATH_MTU), Set.of());
    private static final QpTransition INITIATOR_SQD =
            new QpTransition(Set.of(), Set.of(MAX_RD_ATOMIC, TIMEOUT, RETRY_COUNT, RNR_RETRY));
    private static final QpTransition INITIATOR_TO_RTS =
            new QpTransition(
                    Set.of(SQ_PSN, MAX_RD_ATOMIC, RETRY_COUNT, RNR_RETRY, TIMEOUT), Set.of());
    private static final QpTransition TARGET_TO_RTR =
            new QpTransition(Set.of(PATH_MTU, MIN_RNR_TIMER), Set.of(MAX_DEST_RD_ATOMIC));

    /** The rule for a change of state of an initiator: as above, but nothing names a peer. */
    public static Optional<QpTransition> ofInitiator(QpState from, QpState to) {
        Optional<QpTransition> rule = between(from, to);
        if (rule.isEmpty() || to == QpState.RESET || to == QpState.ERR) {
            return rule;
        }
        return switch (from) {
            case RESET -> Optional.of(INITIATOR_TO_INIT);
            case INIT -> Optional.of(to == QpState.RTR ? INITIATOR_TO_RTR : PLAIN);
            case RTR -> Optional.of(INITIATOR_TO_RTS);
            case SQD -> Optional.of(to == QpState.SQD ? INITIATOR_SQD : PLAIN);
            default -> Optional.of(PLAIN);
        };
    }

    /** The rule for a change of state of a target: RESET to INIT to RTR, and no further. */
    public static Optional<QpTransition> ofTarget(QpState from, QpState to) {
        if (from == QpState.RESET && to == QpState.INIT) {
            return Optional.of(RESET_TO_INIT);
        }
        boolean last = from == QpState.INIT && to == QpState.RTR;
        return last ? Optional.of(TARGET_TO_RTR) : Optional.empty();
    }

    /** Throws {@code ERR_ARG} if the attributes are not those of the rule, or out of range. */
    public void check(QpAttributes changes, Function<String, MpiFailure> refusal) {
        Set<QpAttribute> missing = EnumSet.noneOf(QpAttribute.class);
        missing.addAll(required);
        missing.removeAll(changes.mask());
        if (!missing.isEmpty()) {
            throw refusal.apply("set " + missing);
        }
        for (QpAttribute attribute : changes.mask()) {
            if (!required.contains(attribute) && !optional.contains(attribute)) {
                throw refusal.apply("leave out " + attribute);
            }
            int value = changes.get(attribute);
            if (!attribute.allows(value)) {
                throw refusal.apply(attribute + "=" + value + ", give " + attribute.allowed());
            }
        }
    }

    /** The rule for a change of state, or nothing if the change is illegal. */
    public static Optional<QpTransition> between(QpState from, QpState to) {
        boolean ends = to == QpState.RESET || to == QpState.ERR && from != QpState.RESET;
        return ends ? Optional.of(PLAIN) : Optional.ofNullable(RULES.get(from).get(to));
    }
}
