package musubi.coll;

import musubi.adi.NodeMemory;
import musubi.bootstrap.Bootstrap;
import musubi.event.RankEvents;
import musubi.grid.GridView;
import musubi.group.RankGroup;
import musubi.pt2pt.PointToPoint;

/**
 * The services of a rank that its communicators and their collectives use.
 *
 * @param pt2pt point-to-point communication
 * @param events where collectives are counted and recorded
 * @param job place and size of the job, and the nodes of its ranks
 * @param world all ranks of the job
 * @param cores the cores that the ranks of this node share
 * @param grid sites of the job's nodes, and the links between them
 * @param nodeMemory memory that the ranks of this node have mapped; null if there is none
 */
public record RankServices(
        PointToPoint pt2pt,
        RankEvents events,
        Bootstrap job,
        RankGroup world,
        int cores,
        GridView grid,
        NodeMemory nodeMemory) {}
