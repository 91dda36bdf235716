/** Output of the ranks, forwarded line by line. */
package musubi.launch.output;
