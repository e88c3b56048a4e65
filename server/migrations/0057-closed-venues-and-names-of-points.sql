-- Since when a venue is closed or, where it is open again, from when until when it was closed last: what a door scanned
-- without a connection, and hands in later, is judged by the time of the scan.
alter table venue add column closed_at timestamptz, add column opened_at timestamptz;
call for_each_business($$ update venue set closed_at = now() where business_id = $1 and not enabled $$);

-- What people call a kind of points. Without it, or with an empty one, that is its id, as before; the former version goes on
-- making types without.
alter table points_type add column display_name text;
