package musubi.coll;

/**
 * What has carried a collective call out.
 *
 * @param text the algorithm as settings take it, for example {@code chain:segment=4096}; {@code
 *     flags} when no message was needed
 * @param reason why it was chosen, in words for the user
 */
public record ChosenAlgorithm(String text, String reason) {}
