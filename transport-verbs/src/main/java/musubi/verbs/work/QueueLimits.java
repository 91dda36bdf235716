package musubi.verbs.work;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * Sizes of a queue pair. The receive sizes are ignored with a shared receive queue. Verbs: {@code
 * struct ibv_qp_cap}.
 *
 * @param sends sends posted and not yet known to be complete
 * @param receives receives posted and not yet consumed
 * @param sendEntries scatter-gather entries of one send
 * @param receiveEntries scatter-gather entries of one receive
 * @param inlineBytes longest inline data
 */
public record QueueLimits(
        int sends, int receives, int sendEntries, int receiveEntries, int inlineBytes) {
    /** Throws {@code ERR_ARG} if a size is negative. */
    public QueueLimits {
        if ((sends | receives | sendEntries | receiveEntries | inlineBytes) < 0) {
            throw new MpiFailure(ErrorClass.ARG, "queue pair size is negative")
                    .with("sends", sends)
                    .with("receives", receives)
                    .with("sendEntries", sendEntries)
                    .with("receiveEntries", receiveEntries)
                    .with("inlineBytes", inlineBytes)
                    .advice("give 0 or more");
        }
    }
}
