package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Stripes;
import musubi.collectives.topology.Torus;

/**
 * All-gather around the rings of a torus, dimension by dimension: first along a line, then the
 * blocks of the whole line along the second dimension, and so on. Each block is divided into one
 * part for each dimension, and each part starts with another dimension, so that all links are busy.
 * The bucket algorithm of Barnett et al., J. Parallel and Distributed Computing 1993, rotated as by
 * Jain and Sabharwal, ICS 2010; 3dtorus of Fujitsu's MPI. Also for blocks of different sizes.
 *
 * <p>A line with edges is traversed as a ring, up over every second rank and down over the others,
 * so no message travels more than two hops.
 *
 * <p>Cost on n dimensions: n (p - 1) messages a rank; the sum of (extent - 1) α + (p - 1) m β / n
 * for blocks of m bytes with all n links in use at once.
 *
 * <pre>
 *   2 parts on 3x3     part 0:  along the rows, then whole rows along the columns
 *                      part 1:  along the columns, then whole columns along the rows
 * </pre>
 */
public final class TorusAllGather implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.torus(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        builder.copy(shape.contribution(), shape.receiveBlock(shape.rank));
        int[] axes = shape.torus.axes();
        for (int phase = 0; phase < axes.length; phase++) {
            for (int part = 0; part < axes.length; part++) {
                new RingPhase(shape, builder, axes, phase, part).addSteps();
            }
        }
    }

    /** One part of each block in one phase: the ring along a dimension. */
    private static final class RingPhase {
        private final Shape shape;
        private final Torus torus;
        private final ScheduleBuilder builder;
        private final int parts;
        private final int part;
        private final int axis;

        /** The dimensions of earlier phases, whose blocks this rank has. */
        private final int[] gathered;

        RingPhase(Shape shape, ScheduleBuilder builder, int[] axes, int phase, int part) {
            this.shape = shape;
            this.builder = builder;
            this.part = part;
            torus = shape.torus;
            parts = axes.length;
            axis = axes[(part + phase) % parts];
            gathered = new int[phase];
            for (int i = 0; i < phase; i++) {
                gathered[i] = axes[(part + i) % parts];
            }
        }

        void addSteps() {
            int[] here = torus.coordinates(shape.rank);
            int place = place(here[axis]);
            int next = rankAt(here, place + 1);
            int before = rankAt(here, place - 1);
            for (int step = 1; step < torus.extent(axis); step++) {
                int[] sent = here.clone();
                sent[axis] = coordinate(place - step + 1);
                int[] received = here.clone();
                received[axis] = coordinate(place - step);
                exchange(next, sent, before, received);
            }
        }

        /**
         * Forwards this rank's blocks of a place on the ring, and receives those of the next one.
         */
        private void exchange(int next, int[] sent, int before, int[] received) {
            int blocks = 1;
            for (int d : gathered) {
                blocks *= torus.extent(d);
            }
            for (int block = 0; block < blocks; block++) {
                int rest = block;
                for (int d : gathered) {
                    sent[d] = rest % torus.extent(d);
                    received[d] = sent[d];
                    rest /= torus.extent(d);
                }
                for (Part segment : segments(torus.rankAt(sent))) {
                    builder.send(next, segment);
                }
                for (Part segment : segments(torus.rankAt(received))) {
                    builder.recv(before, segment);
                }
            }
        }

        private Iterable<Part> segments(int owner) {
            Part block = shape.receiveBlock(owner);
            Part whole = Stripes.of(block, shape.itemBytes, parts, part);
            return Segments.of(whole, shape.segment);
        }

        private int rankAt(int[] here, int place) {
            int[] there = here.clone();
            there[axis] = coordinate(place);
            return torus.rankAt(there);
        }

        /** Place of a coordinate on the ring. */
        private int place(int coordinate) {
            if (torus.wraps(axis)) {
                return coordinate;
            }
            return coordinate % 2 == 0 ? coordinate / 2 : torus.extent(axis) - 1 - coordinate / 2;
        }

        private int coordinate(int anyPlace) {
            int extent = torus.extent(axis);
            int place = Math.floorMod(anyPlace, extent);
            if (torus.wraps(axis)) {
                return place;
            }
            return 2 * place < extent ? 2 * place : 2 * (extent - place) - 1;
        }
    }
}
