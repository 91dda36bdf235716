/**
 * What the recordings of a job contain, for {@link musubi.insight.report}.
 *
 * <ul>
 *   <li>reading: {@code RecordedFile}, {@code RankTrack}, {@code CallSpan} of a {@code CallFamily},
 *       {@code SentMessage}, {@code ReceivedMessage}, {@code CollectiveSpan}, {@code
 *       AlgorithmChoice}, {@code CounterReading}, {@code MachineFacts}
 *   <li>messages: {@code MessageJoin} finds {@code MatchedMessage}s
 *   <li>clocks: {@code ClockMapping} within a host, {@code NodeClocks} between hosts
 * </ul>
 */
package musubi.insight.trace;
