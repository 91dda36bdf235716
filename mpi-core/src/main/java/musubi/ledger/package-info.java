/**
 * The memory report: {@link musubi.ledger.MemoryLedger} accounts a {@link musubi.ledger.RankMemory}
 * by component, with {@code MemoryWalk}, {@code ObjectSizes} and {@code JdkObjects}; {@link
 * musubi.ledger.JobMemoryReport} gathers the figures of a job.
 */
package musubi.ledger;
