/** The command {@code ./mpireport}: one page of what ranks have recorded. */
package musubi.insight.report;
