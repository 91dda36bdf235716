/**
 * The command {@code ./mpireport}: a page from the recordings of ranks.
 *
 * <ul>
 *   <li>{@link musubi.insight.report.MpiReport}: options
 *   <li>analysis: {@code JobTrace}; {@code WaitStateFinder} finds {@code WaitState}s with {@code
 *       PollLoops}, {@code CollectiveWaitFinder}, {@code FinalizeWaitFinder} and {@code
 *       MessageChains}, {@code WaitOrigins} the ranks where they began, {@code UnanalysedCalls} the
 *       calls about which nothing is known
 *   <li>output: {@code ReportPage} from {@code JobSummary}, {@code ReportTables}, {@code
 *       ReportNotes} and {@code TimelineColumns}, which use {@code PackedColumns}, {@code
 *       StringTable}, {@code CallLanes} and {@code Palette}; {@code TimelinePicture}; {@code
 *       PerfettoFile}
 * </ul>
 */
package musubi.insight.report;
