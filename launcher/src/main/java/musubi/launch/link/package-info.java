/** Frames between mpiexec and node proxies, and the links that carry them. */
package musubi.launch.link;
