-- What goes on outside the areas that the site chose is looked at again and again: it may come inside.
CREATE INDEX alarm_kept_outside ON alarm (id) WHERE suppressed = 'otherArea' AND condition = 'active' AND status = 2;
