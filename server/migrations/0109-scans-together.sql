-- The same as scan_time (0103), for scans that are written down together: nothing, where somebody else looks at the member's scans
-- at this moment. Two that each had one member and waited for the other's would wait for ever, and one that waits would have all
-- the others of its door wait.
create function scan_time_unless_busy(business text, event text, member text, at_occasion text, called timestamptz,
  is_live boolean)
returns timestamptz language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('event-scans ' || business || ' ' || event || ' ' || member, 0)) then
    return null;
  end if;
  if not is_live then return called; end if;
  -- Only what is later: at a front door there are years of earlier ones.
  return greatest(called, (
    select max(scanned_at) + interval '1 millisecond' from event_scan
    where business_id = business and event_id = event and scanned_at >= called and member_id = member
      and occasion = at_occasion));
end
$$;
