/**
 * How much memory a node takes in worlds of up to 4 million ranks: the paper's equations, and the
 * ranks of one real node measured in a world whose other nodes are simulated.
 */
package musubi.simulator.scale;
