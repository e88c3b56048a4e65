-- By itself: new columns (0077) keep everybody out until they are committed, and an index wants the table to itself (0082).
call for_each_business($$
  update event_scan s set occasion = least(zone_day(e.time_zone, s.scanned_at), e.end_date)::text from event e
  where s.business_id = $1 and s.occasion = '' and e.business_id = s.business_id and e.event_id = s.event_id $$);
