-- Whoever presses again and again calls for help each time: a call for help and a silent alarm never chatter.
UPDATE alarm SET chattered = false WHERE chattered AND alarm_type IN (4, 5);
