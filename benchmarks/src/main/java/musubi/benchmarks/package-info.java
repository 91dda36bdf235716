/** Parts of Musubi measured alone, on JMH. */
package musubi.benchmarks;
