-- As in 0079, and by the clocks of its venue: an entry has no zone of its own.
create or replace function entry_is_called_after_venue() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.event set name = left('Entry, ' || new.display_name, 120), location = new.display_name,
    time_zone = coalesce(new.time_zone, (select b.time_zone from public.business b where b.business_id = new.business_id)),
    revision = revision + 1, updated_at = now()
  where business_id = new.business_id and venue_no = new.venue_no and kind = 'Entry';
  return null;
end $$;
create trigger entry_goes_by_clocks_of_venue after update of time_zone on venue
  for each row when (old.time_zone is distinct from new.time_zone) execute function entry_is_called_after_venue();

create function entries_go_by_clocks_of_business() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.event e set time_zone = new.time_zone, revision = e.revision + 1, updated_at = now()
  from public.venue v
  where e.business_id = new.business_id and e.kind = 'Entry'
    and v.business_id = e.business_id and v.venue_no = e.venue_no and v.time_zone is null;
  return null;
end $$;
create trigger entries_go_by_clocks_of_business after update of time_zone on business
  for each row when (old.time_zone is distinct from new.time_zone) execute function entries_go_by_clocks_of_business();

call for_each_business($$
  update event e set time_zone = coalesce(v.time_zone, b.time_zone), revision = e.revision + 1
  from venue v join business b on b.business_id = v.business_id
  where e.business_id = $1 and e.kind = 'Entry' and v.business_id = e.business_id and v.venue_no = e.venue_no
    and e.time_zone <> coalesce(v.time_zone, b.time_zone) $$);
