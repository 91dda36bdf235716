package musubi.insight.report;

/**
 * An algorithm chosen for collective calls of a shape. Immutable.
 *
 * @param ranks of the communicator
 */
record AlgorithmChoice(String operation, String name, String reason, int ranks, long bytes) {}
