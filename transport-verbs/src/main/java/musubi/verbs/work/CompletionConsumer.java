package musubi.verbs.work;

/** Takes completions from {@link CompletionQueue#poll(CompletionConsumer, int)}. */
@FunctionalInterface
public interface CompletionConsumer {
    /** One completion, which is not to be kept. It may post, but not poll the same queue. */
    void onCompletion(CompletionEntry completion);
}
