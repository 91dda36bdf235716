/** Options of mpiexec and of the JVM, and the command line cut into them. */
package musubi.launch.options;
