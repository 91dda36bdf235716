/**
 * Record and replay. {@link musubi.replay.Journals} opens the journal that the settings name as a
 * {@link musubi.replay.ReplaySession}: its matching ({@code JournaledMatching}) and {@link
 * musubi.replay.RecordedOutcomes} are recorded, or repeated as recorded. A single rank is replayed
 * with {@code SingleRankReplayMatching}, {@code SingleRankReplayTransport} and {@code
 * SingleRankReplayBootstrap}; {@code JournalEnd} ends it behind the last record.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.replay;

import musubi.memory.Accounted;
import musubi.memory.Component;
