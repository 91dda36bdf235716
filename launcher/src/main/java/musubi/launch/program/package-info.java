/** Programs of a job, and where Musubi is installed. */
package musubi.launch.program;
