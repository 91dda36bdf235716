/**
 * Collective operations of the ranks of one node without messages, by flags and data in memory that
 * they share; one file for each way.
 */
package musubi.collectives.node;
