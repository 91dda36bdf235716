package misuse;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** The begin and the end of MPI. */
@Kind("Init and Finalize")
final class StartAndEnd {
    private StartAndEnd() {}

    @Erroneous(
            says = "A send before Init.",
            found = {"MPI is not initialized", "StartAndEnd.sendBeforeInit("})
    static void sendBeforeInit() {
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0);
        MPI.Init(new String[0]);
        MPI.Finalize();
    }

    @Erroneous(
            says = "A rank reads its number before Init (capitalised).",
            found = {"MPI is not initialized", "StartAndEnd.rankBeforeInit("})
    static void rankBeforeInit() {
        Legal.expect(MPI.COMM_WORLD.Rank() >= 0);
        MPI.Init(new String[0]);
        MPI.Finalize();
    }

    @Erroneous(
            says = "A send after Finalize.",
            found = {"MPI is finalized", "StartAndEnd.sendAfterFinalize("})
    static void sendAfterFinalize() {
        MPI.Init(new String[0]);
        MPI.Finalize();
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0);
    }

    @Erroneous(
            says = "A kept communicator is used after Finalize.",
            found = {"MPI is finalized", "StartAndEnd.keptCommunicator("})
    static void keptCommunicator() {
        MPI.Init(new String[0]);
        Intracomm copy = MPI.COMM_WORLD.dup();
        MPI.Finalize();
        copy.barrier();
    }

    @Erroneous(
            says = "A request is waited for after Finalize.",
            ranks = 1,
            found = {"MPI is finalized", "StartAndEnd.waitAfterFinalize("})
    static void waitAfterFinalize() {
        MPI.Init(new String[0]);
        Request in = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, 0, 0);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0);
        MPI.Finalize();
        in.waitFor();
    }

    @Erroneous(
            says = "Init is called twice.",
            found = {"MPI is already initialized", "StartAndEnd.initTwice("})
    static void initTwice() {
        MPI.Init(new String[0]);
        MPI.Init(new String[0]);
        MPI.Finalize();
    }

    @Erroneous(
            says = "Finalize is called twice.",
            found = {"MPI is finalized", "StartAndEnd.finalizeTwice("})
    static void finalizeTwice() {
        MPI.Init(new String[0]);
        MPI.Finalize();
        MPI.Finalize();
    }

    @Erroneous(
            says = "A derived type is created before Init.",
            ranks = 1,
            found = {"MPI is not initialized", "StartAndEnd.typeBeforeInit("})
    static void typeBeforeInit() {
        Datatype.createContiguous(2, MPI.INT).commit();
    }

    @Erroneous(
            says = "One rank does not call Finalize.",
            needsMpiexec = true,
            found = {"rank 1", "without MPI.Finalize"})
    static void oneWithoutFinalize() {
        MPI.Init(new String[0]);
        if (MPI.COMM_WORLD.getRank() == 0) {
            MPI.Finalize();
        }
    }

    @Erroneous(
            says = "No rank calls Finalize, and one works on for a moment.",
            needsMpiexec = true,
            found = {"without MPI.Finalize"})
    static void noneFinalizes() throws InterruptedException {
        MPI.Init(new String[0]);
        MPI.COMM_WORLD.barrier();
        Legal.sleepFor(MPI.COMM_WORLD.getRank() * 2_000L);
    }

    @Erroneous(
            says = "A rank ends by System.exit before Finalize.",
            needsMpiexec = true,
            found = {"rank 1", "without MPI.Finalize"})
    static void exitBeforeFinalize(Intracomm world, int me) {
        if (me == 1) {
            System.exit(0);
        }
        world.barrier();
    }

    @Erroneous(
            says = "A rank does not call Init, the other one does.",
            needsMpiexec = true,
            found = {"rank 1 waits for rank 0, which has left the job|before MPI.Init"})
    static void oneWithoutInit() {
        if (!"0".equals(System.getenv("PMI_RANK"))) {
            MPI.Init(new String[0]);
            MPI.Finalize();
        }
    }

    @Erroneous(
            says = "A rank throws an exception while the other one waits for it.",
            needsMpiexec = true,
            found = {"IllegalStateException", "before MPI.Finalize"})
    static void exception(Intracomm world, int me) {
        if (me == 1) {
            throw new IllegalStateException("a mistake in the program");
        }
        world.barrier();
    }

    @Correct(says = "Init and Finalize twice, one after the other.")
    static void twoEpochs() {
        for (int i = 0; i < 2; i++) {
            MPI.Init(new String[0]);
            MPI.COMM_WORLD.barrier();
            MPI.Finalize();
        }
    }

    @Correct(says = "Questions that are permitted before Init and after Finalize.")
    static void permittedQuestions() {
        Legal.expect(!MPI.isInitialized() && !MPI.isFinalized());
        Legal.expect(MPI.getVersion().getVersion() >= 3);
        MPI.Init(new String[0]);
        MPI.Finalize();
        Legal.expect(MPI.isFinalized());
    }

    @Correct(says = "Work of one rank after Finalize.")
    static void workAfterFinalize() {
        MPI.Init(new String[0]);
        int me = MPI.COMM_WORLD.getRank();
        MPI.Finalize();
        if (me == 0) {
            Legal.computeFor(150);
        }
    }

    @Correct(says = "A rank computes long before Init.")
    static void lateInit() throws InterruptedException {
        if (Thread.currentThread().getName().endsWith("1")) {
            Legal.sleepFor(250);
        }
        MPI.Init(new String[0]);
        MPI.Finalize();
    }
}
