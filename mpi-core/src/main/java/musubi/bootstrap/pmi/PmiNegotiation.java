package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;

/**
 * The first words with a process manager: which rank this is, and which version of PMI both speak.
 * Version 1 comes first, because MPICH has given up version 2 and Slurm speaks both; a process
 * manager that refuses it is asked for version 2, over the same connection.
 */
final class PmiNegotiation {
    /** Which version to ask for, and no other. */
    static final String VERSION_VARIABLE = "MUSUBI_PMI_VERSION";

    private static final String INIT_ANSWER = "response_to_init";
    private static final int[] VERSIONS = {1, 2};

    private PmiNegotiation() {}

    /**
     * Joins the job over a new connection.
     *
     * @throws MpiFailure when the process manager does not want this rank, or no common version is
     *     found
     */
    static PmiClient exchange(PmiConnection connection, Map<String, String> env) {
        if (env.containsKey(PmiBootstrap.SOCKET_VARIABLE)) {
            int claimed = PmiBootstrap.number(env, "PMI_RANK", -1);
            connection.send(whoAmI(claimed), init(1), Pmi1Client.askName());
            int[] place = receivePlace(connection);
            connection.receiveConsent(INIT_ANSWER);
            return Pmi1Client.pipelined(connection, place[0], place[1]);
        }
        int[] place;
        if (env.containsKey(PmiBootstrap.DESCRIPTOR_VARIABLE)) {
            int rank = PmiBootstrap.number(env, "PMI_RANK", 0);
            place = new int[] {rank, PmiBootstrap.number(env, "PMI_SIZE", 1)};
        } else {
            connection.send(whoAmI(PmiBootstrap.number(env, "PMI_ID", -1)));
            place = receivePlace(connection);
        }
        return agree(connection, PmiBootstrap.number(env, VERSION_VARIABLE, 0)) == 1
                ? Pmi1Client.oneByOne(connection, place[0], place[1])
                : new Pmi2Client(connection, place[0], env.get("PMI_JOBID"));
    }

    private static PmiLine whoAmI(int rank) {
        return PmiLine.command("initack").with("pmiid", rank);
    }

    private static PmiLine init(int version) {
        int subversion = version == 1 ? 1 : 0;
        return PmiLine.command("init")
                .with("pmi_version", version)
                .with("pmi_subversion", subversion);
    }

    private static int[] receivePlace(PmiConnection connection) {
        connection.receiveConsent("initack");
        int size = connection.receive("set").number("size", -1);
        int rank = connection.receive("set").number("rank", -1);
        connection.receive("set");
        return new int[] {rank, size};
    }

    /** The version that both speak; {@code wanted} is 0 when any will do. */
    private static int agree(PmiConnection connection, int wanted) {
        if (wanted < 0 || wanted > VERSIONS.length) {
            // Hydra ends the job when it is asked for a version that does not exist.
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "no such version of PMI: " + VERSION_VARIABLE + "=" + wanted + "; set 1 or 2");
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
        throw new MpiFailure(
                ErrorClass.OTHER,
                ("the process manager speaks no version of PMI that we do: answer=\"" + answer)
                        + ("\" " + VERSION_VARIABLE + "=" + wanted)
                        + "; we speak 1 and 2, and ask for both when the variable is not set");
    }

    /** The version of PMI that this answer agrees on; 0 when it is another, or a refusal. */
    static int agreesOn(PmiMessage answer) {
        boolean agreed = answer.command().equals(INIT_ANSWER) && answer.number("rc", 0) == 0;
        return agreed ? answer.number("pmi_version", 1) : 0;
    }
}
