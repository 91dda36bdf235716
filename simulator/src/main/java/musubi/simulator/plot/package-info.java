/** Charts of results over message size. */
package musubi.simulator.plot;
