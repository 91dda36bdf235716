package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;

/**
 * The negotiation with a process manager: identification of the rank, and agreement on a version of
 * PMI. Version 1 comes first, since MPICH has dropped version 2 and Slurm supports both; after a
 * refusal version 2 follows on the same connection.
 */
final class PmiNegotiation {
    /** The variable with the only version to request. */
    static final String VERSION_VARIABLE = "MUSUBI_PMI_VERSION";

    private static final String INIT_ANSWER = "response_to_init";
    private static final int[] VERSIONS = {1, 2};

    private PmiNegotiation() {}

    /**
     * Joins the job over a new connection.
     *
     * @throws MpiFailure if the process manager refuses the rank, or without a common version
     */
    static PmiClient exchange(PmiConnection connection, Map<String, String> env) {
        if (env.containsKey(PmiBootstrap.SOCKET_VARIABLE)) {
            int claimed = PmiBootstrap.number(env, "PMI_RANK", -1);
            connection.send(identify(claimed), init(1), Pmi1Client.askName());
            int[] place = receivePlace(connection);
            connection.receiveConsent(INIT_ANSWER);
            return Pmi1Client.pipelined(connection, place);
        }
        int[] place;
        if (env.containsKey(PmiBootstrap.DESCRIPTOR_VARIABLE)) {
            int rank = PmiBootstrap.number(env, "PMI_RANK", 0);
            place = new int[] {rank, PmiBootstrap.number(env, "PMI_SIZE", 1)};
        } else {
            connection.send(identify(PmiBootstrap.number(env, "PMI_ID", -1)));
            place = receivePlace(connection);
        }
        return agree(connection, PmiBootstrap.number(env, VERSION_VARIABLE, 0)) == 1
                ? Pmi1Client.oneByOne(connection, place)
                : new Pmi2Client(connection, place[0], env.get("PMI_JOBID"));
    }

    private static PmiLine identify(int rank) {
        return PmiLine.command("initack").with("pmiid", rank);
    }

    private static PmiLine init(int version) {
        int subversion = version == 1 ? 1 : 0;
        return PmiLine.command("init")
                .with("pmi_version", version)
                .with("pmi_subversion", subversion);
    }

    /** Rank, size, and the number of the program, which only Musubi's server sends. */
    private static int[] receivePlace(PmiConnection connection) {
        int program = connection.receiveConsent("initack").number("appnum", -1);
        int size = connection.receive("set").number("size", -1);
        int rank = connection.receive("set").number("rank", -1);
        connection.receive("set");
        return new int[] {rank, size, program};
    }

    /** The common version; {@code wanted} is 0 for any. */
    private static int agree(PmiConnection connection, int wanted) {
        if (wanted < 0 || wanted > VERSIONS.length) {
            // Hydra terminates the job on a request for an unknown version.
            throw new MpiFailure(ErrorClass.ARG, "no such version of PMI")
                    .with(VERSION_VARIABLE, wanted)
                    .advice("set 1 or 2");
        }
        PmiMessage answer = null;
        for (int version : wanted == 0 ? VERSIONS : new int[] {wanted}) {
            connection.send(init(version));
            answer = connection.receive(INIT_ANSWER);
            int agreed = agreesOn(answer);
            if (agreed == 1 || agreed == 2) {
                return agreed;
            }
        }
        throw new MpiFailure(ErrorClass.OTHER, "no common version of PMI with the process manager")
                .with("reply", "\"" + answer + "\"")
                .with(VERSION_VARIABLE, wanted)
                .advice("versions 1 and 2 are supported; unset the variable to try both");
    }

    /** The version of PMI in a reply; 0 for a refusal or another reply. */
    static int agreesOn(PmiMessage answer) {
        boolean agreed = answer.command().equals(INIT_ANSWER) && answer.number("rc", 0) == 0;
        return agreed ? answer.number("pmi_version", 1) : 0;
    }
}
