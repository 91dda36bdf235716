/**
 * Shared memory transport in the style of PVAS: one file per node and job, cut into equal
 * partitions, mapped whole by every rank.
 */
package musubi.shm;
