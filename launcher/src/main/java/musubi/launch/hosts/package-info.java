/** Hosts of a job, and the placement of ranks on them. */
package musubi.launch.hosts;
