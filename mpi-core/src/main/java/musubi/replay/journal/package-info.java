/** The journal of a rank: its nondeterministic outcomes, recorded and looked up. */
package musubi.replay.journal;
