-- A moment: the index is there. What the former version sums while this waits for it fails, and is done by its next try.
alter table event_scan_sum
  drop constraint event_scan_sum_pkey,
  add constraint event_scan_sum_pkey primary key using index event_scan_sum_by_occasion;

-- As in 0079, but for the scans of events: by what they were for, and with those who were let in twice.
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
      returning s.event_id, s.scan_id, s.member_id, s.result, s.scanned_at, s.undone_at, s.occasion, s.is_let_in_twice
    ), last_of_member as (
      -- Who was let in twice is one of an event's members, however often: counted when the last such scan goes.
      select distinct on (old.event_id, old.member_id) old.event_id, old.scan_id from old
      where old.is_let_in_twice and not exists (
        select from public.event_scan s
        where s.business_id = own and s.event_id = old.event_id and s.member_id = old.member_id and s.is_let_in_twice
          and not exists (select from old also where also.event_id = s.event_id and also.scan_id = s.scan_id))
      order by old.event_id, old.member_id, old.scan_id
    ), summed as (
      insert into public.event_scan_sum as known (business_id, event_id, venue_no, result, quarter, occasion, scans, twice)
      select own, old.event_id, coalesce(m.venue_no, ''), old.result,
        date_bin('15 minutes', old.scanned_at, 'epoch'), old.occasion, count(*), count(l.scan_id)
      from old left join public.member m on m.business_id = own and m.member_id = old.member_id
      left join last_of_member l on l.event_id = old.event_id and l.scan_id = old.scan_id
      where old.undone_at is null
      group by 2, 3, 4, 5, 6
      on conflict (business_id, event_id, quarter, result, venue_no, occasion)
        do update set scans = known.scans + excluded.scans, twice = known.twice + excluded.twice
    )
    select count(*) into gone from old;
  end case;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = what;
  return greatest(gone, along);
end $$;
