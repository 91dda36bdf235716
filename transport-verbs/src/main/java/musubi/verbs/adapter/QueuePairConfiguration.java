package musubi.verbs.adapter;

import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.QueueLimits;

import java.util.Optional;

/**
 * Attributes of a new queue pair. Verbs: {@code struct ibv_qp_init_attr}.
 *
 * @param sendCompletions completion queue of sends
 * @param receiveCompletions completion queue of receives; may be the same
 * @param sharedReceives shared receive queue, if the queue pair has no receives of its own
 * @param limits capacities
 * @param signalAll whether each send generates a completion. Verbs: {@code sq_sig_all}
 */
public record QueuePairConfiguration(
        CompletionQueue sendCompletions,
        CompletionQueue receiveCompletions,
        Optional<SharedReceiveQueue> sharedReceives,
        QueueLimits limits,
        boolean signalAll) {}
