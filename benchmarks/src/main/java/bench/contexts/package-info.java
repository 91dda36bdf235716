/** How well policies choose which context to give up, on traces of what programs do. */
package bench.contexts;
