/**
 * The interface between the core and the module of collective algorithms. MPI-4.1 chapter 6. A
 * {@link musubi.coll.CollectiveProvider} makes the {@link musubi.coll.Collectives} of a {@link
 * musubi.coll.CollectiveContext}, the part of a communicator that they need, with the {@link
 * musubi.coll.RankServices} of the rank. A {@link musubi.coll.CollectiveCall} has the arguments, a
 * {@link musubi.coll.PersistentCollective} keeps them; {@link musubi.coll.AlgorithmHints} and
 * {@link musubi.coll.ChosenAlgorithm} select and report algorithms.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.coll;

import musubi.memory.Accounted;
import musubi.memory.Component;
