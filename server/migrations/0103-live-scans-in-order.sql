-- When a live scan takes place: after all that is known of its member at that occasion, whatever clocks those were dated by. Whoever
-- is checked out at this moment is waited for (the lock is that of scan-locks.ts), and what they were told is seen: a function
-- that is volatile looks anew for each of its statements.
create function live_scan_time(business text, event text, member text, at_occasion text, called timestamptz)
returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('event-scans ' || business || ' ' || event || ' ' || member, 0));
  return greatest(called, (
    select max(scanned_at) + interval '1 millisecond' from event_scan
    where business_id = business and event_id = event and member_id = member and occasion = at_occasion));
end
$$;
