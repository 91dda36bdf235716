/**
 * Measures collective algorithms, each forced in turn. The MPI program {@link
 * musubi.simulator.calibration.CalibrationProgram} times {@code MeasuredCase}s of {@code
 * MeasuredCall}s by {@code BatchTimer}s and prints {@link musubi.simulator.calibration.Sample}s;
 * {@link musubi.simulator.calibration.CostFit} makes them the cost table of the model, {@link
 * musubi.simulator.calibration.LossReport} a report of the losses of choices.
 */
package musubi.simulator.calibration;
