-- A device could tell of a time that is none, and be off by more than any answer can say.
UPDATE clock_skew SET skew_seconds = 315569520000 WHERE skew_seconds > 315569520000;
UPDATE clock_behind SET seconds = 315569520000 WHERE seconds > 315569520000;
