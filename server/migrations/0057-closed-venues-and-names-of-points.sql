-- Since when a venue is closed: what a door scanned before that, and hands in later, is judged by the time of the scan.
alter table venue add column closed_at timestamptz;
call for_each_business($$ update venue set closed_at = now() where business_id = $1 and not enabled $$);
