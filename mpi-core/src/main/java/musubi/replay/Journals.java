package musubi.replay;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.nio.file.Path;
import java.util.ServiceLoader;

/** Finds the journal that the settings ask for. */
public final class Journals {
    private Journals() {}

    /**
     * The journal of a rank; null when nothing is recorded or replayed.
     *
     * @param manyThreads whether several threads may call at once
     * @throws MpiFailure when it cannot be written or read
     */
    public static MatchOrder of(Bootstrap bootstrap, Settings settings, boolean manyThreads) {
        String recorded = settings.get(Setting.REPLAY);
        String directory = recorded == null ? settings.get(Setting.JOURNAL) : recorded;
        if (directory == null) {
            return null;
        }
        var rank =
                new JournalProvider.Rank(bootstrap.worldRank(), bootstrap.worldSize(), manyThreads);
        JournalProvider provider = provider(directory);
        if (recorded != null) {
            return provider.replay(Path.of(directory), rank);
        }
        boolean payload = settings.isOn(Setting.JOURNAL_PAYLOAD);
        long limit = settings.getLong(Setting.JOURNAL_LIMIT);
        return provider.record(Path.of(directory), rank, payload, limit);
    }

    private static JournalProvider provider(String directory) {
        return ServiceLoader.load(JournalProvider.class, Journals.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () ->
                                new MpiFailure(
                                        ErrorClass.UNSUPPORTED_OPERATION,
                                        "nothing on the class path can write or read a journal:"
                                                + " journal="
                                                + directory
                                                + "; start the job with mpiexec --journal or"
                                                + " --replay"));
    }
}
