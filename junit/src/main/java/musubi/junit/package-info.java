/**
 * Tests of MPI programs with JUnit: {@link musubi.junit.MpiTest} runs a test method on all ranks of
 * a job in the JVM of the test (docs/inside-your-tools.md).
 */
package musubi.junit;
