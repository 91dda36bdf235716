/** The corpus of erroneous and correct programs of package {@code misuse}, and its runs. */
package musubi.conformance.corpus;
