-- When a scan that lets somebody in takes place. A live one does after all that is known of its member at that occasion, whatever
-- clocks those were dated by. Whoever else looks at the member's scans at this moment is waited for first (the lock is that of
-- scan-locks.ts), and what was told there is seen: a function that is volatile looks anew for each of its statements.
create function scan_time(business text, event text, member text, at_occasion text, called timestamptz, is_live boolean)
returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('event-scans ' || business || ' ' || event || ' ' || member, 0));
  if not is_live then return called; end if;
  -- Only what is later: at a front door there are years of earlier ones.
  return greatest(called, (
    select max(scanned_at) + interval '1 millisecond' from event_scan
    where business_id = business and event_id = event and scanned_at >= called and member_id = member
      and occasion = at_occasion));
end
$$;
