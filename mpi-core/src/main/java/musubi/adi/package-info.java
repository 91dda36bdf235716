/** The Grid ADI: what a transport offers to the core, and what the core offers to a transport. */
package musubi.adi;
