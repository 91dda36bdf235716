/** The PMI server. */
package musubi.launch.pmi;
