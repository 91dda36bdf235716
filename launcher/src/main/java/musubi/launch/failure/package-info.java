/** Exit codes, and failures of a launch. */
package musubi.launch.failure;
