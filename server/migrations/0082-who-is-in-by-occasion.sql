-- Nobody is in twice at one of them. Whether they are out stands beside it: how many are in is read from here alone.
create unique index event_scan_counted_at on event_scan (business_id, event_id, occasion, member_id) include (is_out)
  where result = 'Valid' and undone_at is null;
drop index event_scan_counted;
-- Few, and looked for in every list of who came.
create index event_scan_let_in_twice on event_scan (business_id, event_id, member_id, occasion) where is_let_in_twice;
