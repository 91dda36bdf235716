/** The launch plan, read from the command line. */
package musubi.launch.plan;
