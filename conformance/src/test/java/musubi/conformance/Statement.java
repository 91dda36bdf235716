package musubi.conformance;

import mpi.Intracomm;

import java.util.List;

/**
 * A statement of the standard with the code that checks it.
 *
 * @param name the class and method, and for a row of a table its subject
 * @param section of MPI-4.1
 * @param calls under test, as {@code Comm.send}
 * @param says the statement, a sentence
 * @param ranks the least number of ranks
 * @param phase when it runs
 * @param forms the forms that it runs in; empty when it has none
 * @param body the check, run by each rank
 */
public record Statement(
        String name,
        String section,
        List<String> calls,
        String says,
        int ranks,
        Phase phase,
        List<Form> forms,
        Body body) {

    /** The check of a statement, run by each rank. */
    @FunctionalInterface
    public interface Body {
        /**
         * Checks; throws when the statement does not hold.
         *
         * @param form null when the statement has no forms
         */
        void run(Intracomm comm, Form form) throws Throwable;
    }

    /** A row of a table, for one rank and more. */
    public static Statement row(
            String name, String section, List<String> calls, String says, Body body) {
        return row(name, section, calls, says, 1, body);
    }

    /** A row of a table, for jobs of at least {@code ranks} ranks. */
    public static Statement row(
            String name, String section, List<String> calls, String says, int ranks, Body body) {
        return new Statement(name, section, calls, says, ranks, Phase.RUNNING, List.of(), body);
    }

    /** This statement, in all forms. */
    public Statement inAllForms() {
        return new Statement(
                name, section, calls, says, ranks, phase, List.of(Form.values()), body);
    }
}
