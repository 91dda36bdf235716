/** What a rank does, as events of the JDK Flight Recorder. */
package musubi.jfr;
