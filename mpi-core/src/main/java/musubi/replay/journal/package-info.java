/**
 * The interface of journals, which a module of its own implements: {@link
 * musubi.replay.journal.JournalProvider} opens a {@link musubi.replay.journal.MatchLog} of {@link
 * musubi.replay.journal.Match}es and of the outcomes of {@link
 * musubi.replay.journal.NondeterministicCall}s, by {@link musubi.replay.journal.ThreadStreams}.
 */
package musubi.replay.journal;
