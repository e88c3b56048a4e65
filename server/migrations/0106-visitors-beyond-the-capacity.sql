-- Why a visitor was signed in though as many were in as may be; null where there was room, and of the former version.
alter table visitor_entry add column let_in_reason text;
