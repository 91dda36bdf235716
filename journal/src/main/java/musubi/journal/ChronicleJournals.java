package musubi.journal;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.PrivateFiles;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.MatchLog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Journals on Chronicle Queue; that of rank N lies in the job's directory {@code rank-N}. */
public final class ChronicleJournals implements JournalProvider {
    /** For {@link java.util.ServiceLoader}. */
    public ChronicleJournals() {}

    /** Directory of the journal of a rank. */
    static Path directoryOf(Path job, int rank) {
        return job.resolve("rank-" + rank);
    }

    @Override
    public MatchLog record(Path directory, Rank rank, Recording recording) {
        Path own = directoryOf(directory, rank.number());
        if (Files.exists(own)) {
            throw new MpiFailure(ErrorClass.ARG, "there is a journal already")
                    .with("directory", own)
                    .advice("record into another directory, or remove this one");
        }
        try {
            PrivateFiles.createDirectories(directory);
            PrivateFiles.createDirectory(own);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.ARG, "cannot create a journal", e)
                    .with("directory", own)
                    .with("cause", e)
                    .advice("choose another directory");
        }
        return JournalWriter.open(own, rank, recording);
    }

    @Override
    public MatchLog replay(Path directory, Rank rank, boolean alone) {
        return JournalReader.open(directoryOf(directory, rank.number()), rank, alone);
    }

    @Override
    public Rank recorded(Path directory, int number) {
        return JournalReader.rankIn(directoryOf(directory, number), number);
    }
}
