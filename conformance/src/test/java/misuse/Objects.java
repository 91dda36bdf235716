package misuse;

import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Communicators, groups, types, operations, keys and infos: not freed, or used after free. */
@Kind("object not freed or freed too early")
final class Objects {
    private Objects() {}

    @Erroneous(
            says = "A duplicate of COMM_WORLD is not freed.",
            checked = {"not freed: 1 communicator made by", "Objects.dupLost("})
    static void dupLost(Intracomm world, int me) {
        world.dup();
    }

    @Erroneous(
            says = "A loop splits a communicator and frees only the last part (capitalised).",
            checked = {"not freed: 2 communicators made by"})
    static void splitsLost(Intracomm world, int me) {
        Intracomm part = world;
        for (int i = 0; i < 3; i++) {
            part = world.Split(me, 0);
        }
        part.Free();
    }

    @Erroneous(
            says = "A grid is not freed.",
            checked = {"not freed: 1 communicator made by"})
    static void gridLost(Intracomm world, int me) {
        world.createCart(new int[] {2}, new boolean[] {false}, false);
    }

    @Erroneous(
            says = "A group is not freed.",
            checked = {"not freed: 1 group made by"})
    static void groupLost(Intracomm world, int me) {
        world.getGroup();
    }

    @Erroneous(
            says = "Groups in between are not freed.",
            checked = {"not freed: 1 group made by Group.incl"})
    static void groupBetweenLost(Intracomm world, int me) {
        Group all = world.getGroup();
        Group one = all.incl(new int[] {0});
        all.free();
        Legal.expect(one.getSize() == 1);
    }

    @Erroneous(
            says = "A derived type is not freed.",
            ranks = 1,
            checked = {"not freed: 1 datatype made by"})
    static void typeLost(Intracomm world, int me) {
        Datatype.createVector(2, 1, 2, MPI.INT).commit();
    }

    @Erroneous(
            says = "An operation is not freed.",
            ranks = 1,
            checked = {"not freed: 1 reduction operation made by"})
    static void operationLost(Intracomm world, int me) {
        Op first = new Op(new First(), false);
        Legal.expect(!first.isCommutative());
    }

    @Erroneous(
            says = "An info object is not freed.",
            ranks = 1,
            checked = {"not freed: 1 info object made by"})
    static void infoLost(Intracomm world, int me) {
        new Info().set("key", "value");
    }

    @Erroneous(
            says = "A key of attributes is not freed.",
            ranks = 1,
            checked = {"not freed: 1 attribute key", "Objects.keyLost("})
    static void keyLost(Intracomm world, int me) {
        int key = Comm.createKeyval((from, k, value) -> value, (from, k, value) -> {});
        world.setAttr(key, "value");
    }

    @Erroneous(
            says = "A communicator is used after free.",
            found = {"ERR_COMM", "Objects.commAfterFree("})
    static void commAfterFree(Intracomm world, int me) {
        Intracomm copy = world.dup();
        copy.free();
        copy.barrier();
    }

    @Erroneous(
            says = "A communicator is freed twice (capitalised).",
            found = {"ERR_COMM", "Objects.commFreedTwice("})
    static void commFreedTwice(Intracomm world, int me) {
        Intracomm part = world.Split(0, me);
        part.Free();
        part.Free();
    }

    @Erroneous(
            says = "COMM_WORLD is freed.",
            found = {"ERR_COMM", "Objects.worldFreed("})
    static void worldFreed(Intracomm world, int me) {
        world.free();
    }

    @Erroneous(
            says = "A group is used after free.",
            ranks = 1,
            found = {"ERR_GROUP", "Objects.groupAfterFree("})
    static void groupAfterFree(Intracomm world, int me) {
        Group group = world.getGroup();
        group.free();
        group.getSize();
    }

    @Erroneous(
            says = "A type is used after free.",
            ranks = 1,
            found = {"ERR_TYPE", "Objects.typeAfterFree("})
    static void typeAfterFree(Intracomm world, int me) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        pair.free();
        world.iSend(new int[2], 1, pair, MPI.PROC_NULL, 0).waitFor();
    }

    @Erroneous(
            says = "A predefined type is freed.",
            ranks = 1,
            found = {"ERR_TYPE", "Objects.predefinedTypeFreed("})
    static void predefinedTypeFreed(Intracomm world, int me) {
        MPI.INT.free();
    }

    @Erroneous(
            says = "An operation is used after free.",
            found = {"ERR_OP", "Objects.operationAfterFree("})
    static void operationAfterFree(Intracomm world, int me) {
        Op first = new Op(new First(), false);
        first.free();
        world.allReduce(new int[1], 1, MPI.INT, first);
    }

    @Erroneous(
            says = "A predefined operation is freed.",
            ranks = 1,
            found = {"ERR_OP", "Objects.predefinedOperationFreed("})
    static void predefinedOperationFreed(Intracomm world, int me) {
        MPI.SUM.free();
    }

    @Erroneous(
            says = "An info object is used after free.",
            ranks = 1,
            found = {"ERR_INFO", "Objects.infoAfterFree("})
    static void infoAfterFree(Intracomm world, int me) {
        Info info = new Info();
        info.free();
        info.set("key", "value");
    }

    @Erroneous(
            says = "A key of attributes is used after free.",
            ranks = 1,
            found = {"ERR_KEYVAL", "Objects.keyAfterFree("})
    static void keyAfterFree(Intracomm world, int me) {
        int key = Comm.createKeyval((from, k, value) -> value, (from, k, value) -> {});
        Comm.freeKeyval(key);
        world.setAttr(key, "value");
    }

    @Erroneous(
            says = "A freed key of attributes that has a value elsewhere is used.",
            ranks = 1,
            checked = {"sets an attribute with a key that was freed", "Objects.freedKeySet("})
    static void freedKeySet(Intracomm world, int me) {
        int key = Comm.createKeyval((from, k, value) -> value, (from, k, value) -> {});
        world.setAttr(key, "value");
        Comm.freeKeyval(key);
        MPI.COMM_SELF.setAttr(key, "value");
    }

    @Erroneous(
            says = "A key of attributes that has a value is freed twice.",
            ranks = 1,
            checked = {"frees an attribute key again", "Objects.keyFreedTwice("})
    static void keyFreedTwice(Intracomm world, int me) {
        int key = Comm.createKeyval((from, k, value) -> value, (from, k, value) -> {});
        world.setAttr(key, "value");
        Comm.freeKeyval(key);
        Comm.freeKeyval(key);
        world.deleteAttr(key);
    }

    @Erroneous(
            says = "Only one rank frees a communicator.",
            checked = {"not freed: 1 communicator made by"})
    static void freedByOne(Intracomm world, int me) {
        Intracomm copy = world.dup();
        if (me == 0) {
            copy.free();
        }
    }

    @Erroneous(
            says = "Ranks free two communicators in opposite order.",
            missed = "free is not compared")
    static void freedInOppositeOrder(Intracomm world, int me) {
        Intracomm first = world.dup();
        Intracomm second = world.dup();
        (me == 0 ? first : second).free();
        (me == 0 ? second : first).free();
    }

    @Correct(says = "A communicator is freed while its receive is pending.")
    static void freedWithPending(Intracomm world, int me) {
        Intracomm copy = world.dup();
        Request in = copy.iRecv(new int[1], 1, MPI.INT, 1 - me, 0);
        copy.send(new int[1], 1, MPI.INT, 1 - me, 0);
        copy.free();
        in.waitFor();
    }

    @Correct(says = "A type is freed while an operation uses it.")
    static void typeFreedInUse(Intracomm world, int me) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        Request in = world.iRecv(new int[2], 1, pair, 1 - me, 0);
        Request out = world.iSend(new int[2], 1, pair, 1 - me, 0);
        pair.free();
        Request.waitAll(new Request[] {in, out});
    }

    @Correct(says = "A group is freed whose communicator lives on.")
    static void groupFreed(Intracomm world, int me) {
        Group group = world.getGroup();
        Intracomm same = world.create(group);
        group.free();
        same.barrier();
        same.free();
    }

    @Correct(says = "A communicator of a communicator, whose parent is freed first.", ranks = 4)
    static void nested(Intracomm world, int me) {
        Intracomm half = world.split(me % 2, me);
        Intracomm one = half.split(half.getRank(), 0);
        half.free();
        one.barrier();
        one.free();
    }

    @Correct(says = "A hundred communicators, made and freed.")
    static void many(Intracomm world, int me) {
        for (int i = 0; i < 100; i++) {
            world.dup().free();
        }
    }

    @Correct(says = "A part of a type is freed before the type is used.")
    static void partFreed(Intracomm world, int me) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        Datatype four = Datatype.createContiguous(2, pair);
        pair.free();
        four.commit();
        world.sendRecv(new int[4], 1, four, 1 - me, 0, new int[4], 1, four, 1 - me, 0);
        four.free();
    }

    @Correct(says = "A key of attributes is freed while a communicator has a value for it.")
    static void keyFreedInUse(Intracomm world, int me) {
        int key = Comm.createKeyval((from, k, value) -> value, (from, k, value) -> {});
        Intracomm copy = world.dup();
        copy.setAttr(key, "value");
        Comm.freeKeyval(key);
        copy.free();
    }

    /** Keeps the first of two operands. */
    private static final class First extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            System.arraycopy(in, 0, inOut, 0, count);
        }
    }
}
