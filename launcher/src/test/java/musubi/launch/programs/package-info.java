/** Programs that the tests run under mpiexec. */
package musubi.launch.programs;
