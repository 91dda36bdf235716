package applications.data;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Message;

import mpi.MPIException;

import java.io.Serializable;

/**
 * A task farm with objects: rank 0 sends tasks to the other ranks, each of which returns its result
 * and is sent the next one, until there are no more; a single rank processes all by itself. A task
 * is an adaptive quadrature of a sum of peaks whose number and widths differ, and so does its cost.
 * {@code -tasks}, and {@code -work}: the largest number of peaks. Each integral is verified with
 * the formula of the antiderivative; the value is the sum of all.
 */
public final class TaskFarm implements Application {
    /** The interval and the peaks of an integrand: centre and width of each. */
    record Task(int number, double lower, double upper, double[] peaks) implements Serializable {}

    /** The integrals of the panels of an interval. */
    record Outcome(int number, int evaluations, double[] integrals) implements Serializable {}

    private static final int TASK = 1;
    private static final int END = 2;
    private static final int OUTCOME = 3;

    /**
     * For each peak, whose integral is at most pi. The estimate of the error is no bound: the
     * largest error of 30,000 tasks is 6.6e-8.
     */
    private static final double TOLERANCE = 1e-7;

    private World world;
    private Task[] tasks;
    private Outcome[] outcomes;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        int count = world.rank() == 0 ? arguments.number("-tasks", 1000) : 0;
        int work = arguments.number("-work", 50);
        tasks = new Task[count];
        outcomes = new Outcome[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = task(i, work);
        }
    }

    private static Task task(int number, int work) {
        double lower = SplitMix64.uniform(-2L - number);
        double[] peaks = new double[2 * (1 + (int) (7L * number % work))];
        for (int i = 0; i < peaks.length; i += 2) {
            long random = (long) number * 2 * work + i;
            peaks[i] = lower + SplitMix64.uniform(random);
            peaks[i + 1] = 1 / (10 + 990 * SplitMix64.uniform(random + 1));
        }
        return new Task(number, lower, lower + 1, peaks);
    }

    @Override
    public void compute() throws MPIException {
        if (world.size() == 1) {
            Quadrature quadrature = new Quadrature();
            for (Task task : tasks) {
                outcomes[task.number()] = quadrature.process(task);
            }
        } else if (world.rank() == 0) {
            handOut();
        } else {
            work();
        }
    }

    private void handOut() throws MPIException {
        int next = 0;
        for (int worker = 1; worker < world.size(); worker++) {
            sendNext(worker, next++);
        }
        for (int done = 0; done < tasks.length; done++) {
            Message message = world.receiveObject(World.ANY);
            Outcome outcome = (Outcome) message.value();
            outcomes[outcome.number()] = outcome;
            sendNext(message.source(), next++);
        }
    }

    /** Sends a task, or that there are no more. */
    private void sendNext(int worker, int number) throws MPIException {
        if (number < tasks.length) {
            world.sendObject(tasks[number], worker, TASK);
        } else {
            world.sendObject(new Task(number, 0, 0, new double[0]), worker, END);
        }
    }

    private void work() throws MPIException {
        Quadrature quadrature = new Quadrature();
        Message message = world.receiveObject(0);
        while (message.tag() != END) {
            world.sendObject(quadrature.process((Task) message.value()), 0, OUTCOME);
            message = world.receiveObject(0);
        }
    }

    @Override
    public Result verify() {
        double sum = 0;
        boolean isCorrect = true;
        for (int i = 0; i < tasks.length; i++) {
            double integral = 0;
            for (double panel : outcomes[i].integrals()) {
                integral += panel;
            }
            double error = Math.abs(integral - exact(tasks[i]));
            isCorrect &= error <= TOLERANCE * (tasks[i].peaks().length / 2);
            sum += integral;
        }
        return new Result(sum, isCorrect);
    }

    private static double exact(Task task) {
        double sum = 0;
        for (int i = 0; i < task.peaks().length; i += 2) {
            double center = task.peaks()[i];
            double width = task.peaks()[i + 1];
            sum += Math.atan((task.upper() - center) / width);
            sum -= Math.atan((task.lower() - center) / width);
        }
        return sum;
    }
}
