/** Journals of nondeterministic outcomes on Chronicle Queue, to record and replay jobs. */
module musubi.journal {
    requires chronicle.bytes;
    requires chronicle.core;
    requires chronicle.queue;
    requires chronicle.wire;
    requires musubi.core;

    provides musubi.replay.journal.JournalProvider with
            musubi.journal.ChronicleJournals;
}
