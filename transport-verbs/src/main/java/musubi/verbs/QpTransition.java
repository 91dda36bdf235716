package musubi.verbs;

import static musubi.verbs.QpAttribute.ACCESS_FLAGS;
import static musubi.verbs.QpAttribute.DEST_LID;
import static musubi.verbs.QpAttribute.DEST_QPN;
import static musubi.verbs.QpAttribute.MAX_DEST_RD_ATOMIC;
import static musubi.verbs.QpAttribute.MAX_RD_ATOMIC;
import static musubi.verbs.QpAttribute.MIN_RNR_TIMER;
import static musubi.verbs.QpAttribute.PATH_MTU;
import static musubi.verbs.QpAttribute.PKEY_INDEX;
import static musubi.verbs.QpAttribute.PORT;
import static musubi.verbs.QpAttribute.RETRY_COUNT;
import static musubi.verbs.QpAttribute.RNR_RETRY;
import static musubi.verbs.QpAttribute.RQ_PSN;
import static musubi.verbs.QpAttribute.SQ_PSN;
import static musubi.verbs.QpAttribute.TIMEOUT;

import java.util.Optional;
import java.util.Set;

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
record QpTransition(Set<QpAttribute> required, Set<QpAttribute> optional) {
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

    /** The rule for a change of state, or nothing if the change is illegal. */
    static Optional<QpTransition> between(QpState from, QpState to) {
        if (to == QpState.RESET) {
            return Optional.of(PLAIN);
        }
        if (to == QpState.ERR) {
            return from == QpState.RESET ? Optional.empty() : Optional.of(PLAIN);
        }
        return Optional.ofNullable(
                switch (from) {
                    case RESET -> to == QpState.INIT ? RESET_TO_INIT : null;
                    case INIT -> fromInit(to);
                    case RTR -> to == QpState.RTS ? RTR_TO_RTS : null;
                    case RTS -> fromRts(to);
                    case SQD -> fromDrained(to);
                    case SQE -> to == QpState.RTS ? TO_RTS : null;
                    case ERR -> null;
                });
    }

    private static QpTransition fromInit(QpState to) {
        return switch (to) {
            case INIT -> INIT_TO_INIT;
            case RTR -> INIT_TO_RTR;
            default -> null;
        };
    }

    private static QpTransition fromRts(QpState to) {
        return switch (to) {
            case RTS -> TO_RTS;
            case SQD -> PLAIN;
            default -> null;
        };
    }

    private static QpTransition fromDrained(QpState to) {
        return switch (to) {
            case RTS -> TO_RTS;
            case SQD -> SQD_TO_SQD;
            default -> null;
        };
    }
}
