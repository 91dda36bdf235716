/** Commands that look at jobs from outside, by what their ranks keep for others. */
package musubi.insight;
