/** What the launcher adds to the class path of the ranks. */
package musubi.launch.rank;
