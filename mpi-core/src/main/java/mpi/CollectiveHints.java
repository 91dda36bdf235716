package mpi;

import musubi.coll.AlgorithmHints;
import musubi.coll.ChosenAlgorithm;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;

/** Hints of a communicator for its collective algorithms. */
final class CollectiveHints {
    private CollectiveHints() {}

    /**
     * Applies hints.
     *
     * @throws MpiFailure of class INFO_KEY or INFO_VALUE for an unknown algorithm
     */
    static void apply(Map<String, String> hints, Communicator comm) {
        hints.forEach((key, value) -> apply(key, value, comm));
    }

    private static void apply(String key, String value, Communicator comm) {
        CollectiveKind kind = AlgorithmHints.kindOf(key);
        if (kind != null) {
            try {
                comm.forceAlgorithm(kind, value);
            } catch (MpiFailure e) {
                throw new MpiFailure(ErrorClass.INFO_VALUE, e.getMessage(), e);
            }
        }
    }

    /** Adds the algorithms that the collectives of a communicator have used. */
    static void report(Communicator comm, Map<String, String> hints) {
        for (CollectiveKind kind : CollectiveKind.values()) {
            ChosenAlgorithm chosen = comm.lastAlgorithm(kind);
            if (chosen != null) {
                hints.put(AlgorithmHints.lastAlgorithmKey(kind), chosen.text());
            }
        }
    }
}
