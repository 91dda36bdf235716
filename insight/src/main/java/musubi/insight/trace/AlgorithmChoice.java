package musubi.insight.trace;

/**
 * An algorithm chosen for collective calls of a shape. Immutable.
 *
 * @param ranks of the communicator
 */
public record AlgorithmChoice(
        String operation, String name, String reason, int ranks, long bytes) {}
