/**
 * The report on the findings of the study of collectives on Fugaku.
 *
 * <ul>
 *   <li>{@link musubi.simulator.report.StudyReport} assembles the page; {@code ReportText} fills
 *       the prose of {@code study-report.md} with values; {@code MarkdownTable}, {@code
 *       ThroughputCharts}.
 *   <li>Findings: {@code AllToAllFindings}, {@code BroadcastFindings}, {@code TuningFindings},
 *       {@code ShapeFinding}; each is a {@code Finding} with a verdict.
 *   <li>Other sections: {@code EquationChecks} against {@code CostEquations}, {@code
 *       ChoiceLossTable}, {@code NeighbourExchanges}, {@code LargeSimulations}, {@code
 *       MeasuredRuns}.
 *   <li>Experiments: {@code ExperimentCache} at a {@link musubi.simulator.report.StudyScale}, with
 *       links of {@code FittedLink}; {@code SingleTreeBroadcast}.
 * </ul>
 */
package musubi.simulator.report;
