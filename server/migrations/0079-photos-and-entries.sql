-- What a member looks like, for whoever stands at the desk or the door. A table of its own: `member` is wide, and read and
-- written all day. A scan asks for the id alone, which the key brings along.
create table member_photo (
  business_id text not null,
  member_id text not null,
  -- Another one with every picture: whoever has it by its id has the right one.
  photo_id text not null default gen_random_uuid(),
  image bytea not null check (octet_length(image) <= 65536),
  taken_at timestamptz not null default now(),
  taken_by text not null,
  primary key (business_id, member_id) include (photo_id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('member_photo');
create unique index member_photo_by_id on member_photo (business_id, photo_id);
-- A JPEG gets no smaller.
alter table member_photo alter column image set storage external;

-- The front door of a venue is an event without an end: its kind says so, and its last day is one that nobody lives to see.
alter table event
  add column kind text not null default 'Event' check (kind in ('Event', 'Entry')),
  add column venue_no text,
  -- From Monday to Sunday, each a time from and to, or null for closed; null where it is always open.
  add column open_hours jsonb,
  add constraint event_entry check ((kind = 'Entry') = (venue_no is not null)),
  add foreign key (business_id, venue_no) references venue;
-- A venue has one, on or off.
create unique index event_entry_of_venue on event (business_id, venue_no) where kind = 'Entry';

-- An entry is called after its venue, and its door is closed with it by that name.
create function entry_is_called_after_venue() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.event set name = left('Entry, ' || new.display_name, 120), location = new.display_name,
    revision = revision + 1, updated_at = now()
  where business_id = new.business_id and venue_no = new.venue_no and kind = 'Entry';
  return null;
end $$;
create trigger entry_is_called_after_venue after update of display_name on venue
  for each row when (old.display_name is distinct from new.display_name) execute function entry_is_called_after_venue();

-- As in 0068, but for the scans of what has no end: kept by its last day they would be kept for ever.
create or replace function let_fall_away(what text, older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  allowed timestamptz := (select public.months_ago(greatest(r.months, public.shortest_retention(r.kind)))
    from public.retention r where r.business_id = own and r.kind = what and r.months is not null);
  gone integer;
  -- What has fallen without being counted: it belongs to something that is.
  along integer := 0;
begin
  if older_than is null or allowed is null or older_than > allowed then
    raise exception 'the business keeps this for longer' using errcode = 'HR000';
  end if;
  if most is null or most not between 1 and 10000 then
    raise exception 'between 1 and 10000 at a time' using errcode = 'HR001';
  end if;
  case what
  when 'MessageTexts' then
    -- What waits to be sent has nothing taken, however old it is; and one that was sent again is as old as that.
    update public.outbox_message m
    set recipient = '', subject = null, body = '', secret = null, sealed = null, last_error = null, text_removed_at = now()
    from (
      select id from public.outbox_message
      where business_id = own and text_removed_at is null and created_at < older_than
        and coalesce(sent_at, created_at) < older_than and state <> 'Queued'
      order by created_at limit most for update skip locked
    ) old
    where m.business_id = own and m.id = old.id;
    get diagnostics gone = row_count;
    -- Whom a reminder went to is known for as long as its text is; that it was sent stays, so that it is sent once.
    update public.renewal_reminder r set recipient = ''
    from (
      select id from public.renewal_reminder
      where business_id = own and recipient <> '' and at < older_than
      order by at limit most for update skip locked
    ) old
    where r.business_id = own and r.id = old.id;
    get diagnostics along = row_count;
  when 'Messages' then
    delete from public.outbox_message m using (
      select id from public.outbox_message
      where business_id = own and text_removed_at is not null and created_at < older_than
        and coalesce(sent_at, created_at) < older_than
      order by created_at limit most for update skip locked
    ) old
    where m.business_id = own and m.id = old.id;
    get diagnostics gone = row_count;
  when 'AuditTrail' then
    delete from public.audit_entry a using (
      select id from public.audit_entry where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where a.business_id = own and a.id = old.id;
    get diagnostics gone = row_count;
  when 'MemberChanges' then
    delete from public.member_change c using (
      select member_id, id from public.member_change
      where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where c.business_id = own and c.member_id = old.member_id and c.id = old.id;
    get diagnostics gone = row_count;
  when 'CardChanges' then
    delete from public.card_change c using (
      select card_id, id from public.card_change
      where business_id = own and at < older_than order by at limit most for update skip locked
    ) old
    where c.business_id = own and c.card_id = old.card_id and c.id = old.id;
    get diagnostics gone = row_count;
  when 'EventScans' then
    -- All of an event together, once it has been over for so long: until then nobody is in twice by it. What has
    -- no end goes on by the day: who came on one that is so long past may come again.
    with old as (
      delete from public.event_scan s using (
        select s.event_id, s.scan_id
        from public.business b
        join public.event e on e.business_id = b.business_id
          and (e.kind = 'Entry' or e.end_date < public.zone_day(b.time_zone, older_than))
        join public.event_scan s on s.business_id = e.business_id and s.event_id = e.event_id and s.scanned_at < older_than
        where b.business_id = own
        limit most for update of s skip locked
      ) chosen
      where s.business_id = own and s.event_id = chosen.event_id and s.scan_id = chosen.scan_id
      returning s.event_id, s.member_id, s.result, s.scanned_at, s.undone_at
    ), summed as (
      insert into public.event_scan_sum as known (business_id, event_id, venue_no, result, quarter, scans)
      select own, old.event_id, coalesce(m.venue_no, ''), old.result,
        date_bin('15 minutes', old.scanned_at, 'epoch'), count(*)
      from old left join public.member m on m.business_id = own and m.member_id = old.member_id
      where old.undone_at is null
      group by 2, 3, 4, 5
      on conflict (business_id, event_id, quarter, result, venue_no) do update set scans = known.scans + excluded.scans
    )
    select count(*) into gone from old;
  end case;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = what;
  return greatest(gone, along);
end $$;
