-- What scans are summed by from the next migration on.
create unique index concurrently event_scan_sum_by_occasion
  on event_scan_sum (business_id, event_id, quarter, result, venue_no, occasion);
