package musubi.verbs.adapter;

import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.QueueLimits;

import java.util.Optional;

/**
 * What a reliable-connection queue pair is made of. Verbs: {@code struct ibv_qp_init_attr}.
 *
 * @param sendCompletions where sends complete
 * @param receiveCompletions where receives complete; may be the same
 * @param sharedReceives where receives come from, if not from the queue pair itself
 * @param limits sizes
 * @param signalAll whether each send makes a completion. Verbs: {@code sq_sig_all}
 */
public record QueuePairConfiguration(
        CompletionQueue sendCompletions,
        CompletionQueue receiveCompletions,
        Optional<SharedReceiveQueue> sharedReceives,
        QueueLimits limits,
        boolean signalAll) {}
