/**
 * The command {@code ./musubi} ({@link musubi.simulator.command.Musubi}) and its subcommands:
 * {@code Simulate}, {@code CollectivesReportCommand}, {@code Calibrate}, {@code
 * MemoryReportCommand}. Options: {@code NetworkOptions}, {@code SegmentOption}, {@code SizeList},
 * {@code Quantity}.
 */
package musubi.simulator.command;
