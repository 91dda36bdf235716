package musubi.replay;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.matching.MatchQueues;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.MatchLog;

import java.nio.file.Path;
import java.util.ServiceLoader;

/** Finds the journal that the settings ask for. */
public final class Journals {
    private Journals() {}

    private static boolean isSingleRank(Settings settings) {
        return settings.get(Setting.REPLAY) != null && settings.get(Setting.REPLAY_RANK) != null;
    }

    /**
     * The job of a rank: the recorded one, if the rank is replayed without the others.
     *
     * @param bootstrap of the job that really runs
     * @throws MpiFailure when that rank was not recorded
     */
    public static Bootstrap recordedBootstrap(Bootstrap bootstrap, Settings settings) {
        if (!isSingleRank(settings)) {
            return bootstrap;
        }
        String directory = settings.get(Setting.REPLAY);
        int number = (int) settings.getLong(Setting.REPLAY_RANK);
        return new SingleRankReplayBootstrap(
                bootstrap, provider(directory).recorded(Path.of(directory), number));
    }

    /**
     * The recording or replay of a rank; null if neither is set.
     *
     * @param queues of the rank
     * @param manyThreads whether several threads of the rank may call at the same time
     * @throws MpiFailure if the journal cannot be written or read
     */
    public static ReplaySession session(
            Bootstrap bootstrap, Settings settings, MatchQueues queues, boolean manyThreads) {
        MatchLog log = open(bootstrap, settings, manyThreads);
        return log == null ? null : new ReplaySession(log, queues, manyThreads);
    }

    private static MatchLog open(Bootstrap bootstrap, Settings settings, boolean manyThreads) {
        String order = settings.get(Setting.EXPLORE);
        if (order != null) {
            return new MatchOrderLog(Path.of(order), bootstrap.worldRank());
        }
        String recorded = settings.get(Setting.REPLAY);
        String directory = recorded == null ? settings.get(Setting.JOURNAL) : recorded;
        if (directory == null) {
            return null;
        }
        var rank = new JournalProvider.Rank(bootstrap.worldRank(), bootstrap.nodes());
        JournalProvider provider = provider(directory);
        if (recorded != null) {
            return provider.replay(Path.of(directory), rank, isSingleRank(settings));
        }
        if (manyThreads && bootstrap.worldRank() == 0) {
            System.err.println(
                    "musubi: the journal identifies the threads of a rank by their names; the calls"
                            + " of threads of one name have to come in the same order again"
                            + " (docs/record-and-replay.md#several-threads)");
        }
        var recording =
                new JournalProvider.Recording(
                        settings.isOn(Setting.JOURNAL_PAYLOAD),
                        settings.getLong(Setting.JOURNAL_LIMIT),
                        settings.isOn(Setting.JOURNAL_REQUIRED));
        return provider.record(Path.of(directory), rank, recording);
    }

    private static JournalProvider provider(String directory) {
        return ServiceLoader.load(JournalProvider.class, Journals.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () ->
                                new MpiFailure(
                                                ErrorClass.UNSUPPORTED_OPERATION,
                                                "nothing on the class path can write or read a"
                                                        + " journal")
                                        .with("journal", directory)
                                        .advice(
                                                "start the job with mpiexec --journal or"
                                                        + " --replay"));
    }
}
