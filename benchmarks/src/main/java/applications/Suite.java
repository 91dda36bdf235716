package applications;

import applications.data.KMeans;
import applications.data.SampleSort;
import applications.data.TaskFarm;
import applications.frame.Application;
import applications.frame.Application.Result;
import applications.frame.Arguments;
import applications.frame.TimedWorld;
import applications.frame.World;
import applications.frame.World.Operation;
import applications.graph.BreadthFirst;
import applications.graph.PageRank;
import applications.grid.Jacobi2D;
import applications.grid.Jacobi3D;
import applications.grid.RedBlack;
import applications.matrix.DenseFactorisation;
import applications.matrix.MatrixProduct;
import applications.matrix.SparseProduct;
import applications.nas.ConjugateGradient;
import applications.nas.EmbarrassinglyParallel;
import applications.nas.FourierTransform;
import applications.nas.IntegerSort;
import applications.nas.LowerUpper;
import applications.nas.MultiGrid;
import applications.particles.MolecularDynamics;
import applications.particles.NBody;

import mpi.MPIException;

import java.util.Locale;

/**
 * Runs an application: {@code NAME [-communication] [arguments of the application]}. Rank 0 prints
 * {@code A,name,ranks,kernel s,communication s,value,true or false}: the time of the slowest rank
 * between two barriers, without warm-up, and with {@code -communication} the mean time of a rank in
 * calls of MPI.
 */
final class Suite {
    private static final double NS_PER_S = 1e9;

    private Suite() {}

    /** Runs the application that the first word names, and ends MPI. */
    static void run(World world, String[] words) throws MPIException {
        Arguments arguments = new Arguments(words);
        String name = words.length == 0 ? "" : words[0];
        Application application = named(name);
        if (arguments.has("-communication")) {
            TimedWorld timed = new TimedWorld(world);
            measure(name, application, timed, timed, arguments);
        } else {
            measure(name, application, world, null, arguments);
        }
        world.end();
    }

    /** A table of constructors would make a class for each of them at the start of every run. */
    private static Application named(String name) {
        return switch (name) {
            case "bfs" -> new BreadthFirst();
            case "cg" -> new ConjugateGradient();
            case "denselu" -> new DenseFactorisation();
            case "ep" -> new EmbarrassinglyParallel();
            case "farm" -> new TaskFarm();
            case "ft" -> new FourierTransform();
            case "is" -> new IntegerSort();
            case "jacobi2d" -> new Jacobi2D();
            case "jacobi3d" -> new Jacobi3D();
            case "kmeans" -> new KMeans();
            case "lu" -> new LowerUpper();
            case "mg" -> new MultiGrid();
            case "moldyn" -> new MolecularDynamics();
            case "nbody" -> new NBody();
            case "pagerank" -> new PageRank();
            case "redblack" -> new RedBlack();
            case "samplesort" -> new SampleSort();
            case "spmv" -> new SparseProduct();
            case "summa" -> new MatrixProduct();
            default ->
                    throw new IllegalArgumentException(
                            "no such application: " + name + "; docs/applications.md lists them");
        };
    }

    private static void measure(
            String name, Application application, World world, TimedWorld timed, Arguments words)
            throws MPIException {
        application.prepare(world, words);
        world.barrier();
        long before = timed == null ? 0 : timed.communicationNs();
        long startNs = System.nanoTime();
        application.compute();
        double[] times = {(System.nanoTime() - startNs) / NS_PER_S};
        double[] communication = {
            timed == null ? 0 : (timed.communicationNs() - before) / NS_PER_S
        };
        world.barrier();
        double[] slowest = new double[1];
        world.allReduce(times, slowest, 1, Operation.MAX);
        double[] sum = new double[1];
        world.allReduce(communication, sum, 1, Operation.SUM);
        Result result = application.verify();
        if (world.rank() == 0) {
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "A,%s,%d,%.6f,%.6f,%.12e,%b",
                            name,
                            world.size(),
                            slowest[0],
                            sum[0] / world.size(),
                            result.value(),
                            result.isCorrect()));
        }
    }
}
