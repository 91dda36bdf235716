/**
 * Journals of ranks on Chronicle Queue, recorded and replayed.
 *
 * <ul>
 *   <li>{@link musubi.journal.ChronicleJournals}: the provider
 *   <li>{@code JournalWriter}: records; {@code JournalReader}: replays, with {@code OutcomeReader}
 *       for nondeterministic calls and {@code RecordedPayloads} for payloads
 *   <li>{@code JournalFormat}: encoding of the events
 *   <li>{@code JournalStore}: files and their limit; {@code RecordedCallCount}: calls per thread
 * </ul>
 */
package musubi.journal;
