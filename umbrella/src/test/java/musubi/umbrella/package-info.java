/** Tests of the artifact musubi alone. */
package musubi.umbrella;
