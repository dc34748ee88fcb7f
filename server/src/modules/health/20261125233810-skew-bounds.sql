-- As of the clocks themselves: what a fault said of one may be more than any answer can say.
UPDATE device_fault SET skew_seconds = 315569520000 WHERE skew_seconds > 315569520000;
UPDATE device_fault SET skew_seconds = -315569520000 WHERE skew_seconds < -315569520000;
