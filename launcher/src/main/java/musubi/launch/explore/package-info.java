/**
 * Runs of a program under other orders of matches ({@code mpiexec --explore}): {@link
 * musubi.launch.explore.RankEvents} reads what a rank did, and what it could have done, a {@link
 * musubi.launch.explore.Decision}; {@link musubi.launch.explore.Exploration} selects the next run
 * and compares its results.
 */
package musubi.launch.explore;
