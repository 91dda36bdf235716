/**
 * The command {@code ./mpireport}: a page from the recordings of ranks.
 *
 * <ul>
 *   <li>{@link musubi.insight.report.MpiReport}: options
 *   <li>reading: {@code RecordedFile}, {@code RankTrack}, {@code CallSpan}, {@code SentMessage},
 *       {@code ReceivedMessage}, {@code CollectiveSpan}, {@code AlgorithmChoice}, {@code
 *       CounterReading}, {@code MachineFacts}
 *   <li>clocks: {@code ClockMapping} within a host, {@code NodeClocks} between hosts
 *   <li>analysis: {@code JobTrace}; {@code MessageJoin} finds {@code MatchedMessage}s, {@code
 *       WaitStateFinder} and {@code CollectiveWaitFinder} {@code WaitState}s
 *   <li>output: {@code ReportPage} from {@code ReportTables}, {@code ReportNotes} and {@code
 *       TimelineColumns}, which use {@code PackedColumns}, {@code StringTable}, {@code CallLanes}
 *       and {@code Palette}; {@code TimelinePicture}; {@code PerfettoFile}
 * </ul>
 */
package musubi.insight.report;
