-- The platform itself keeps messages and a trail: '*' has its months as a business has (0097 lets it in).
create or replace function months_ago(months integer) returns timestamptz
  language sql stable
  return case current_setting('app.business_id', true)
    when '*' then timezone('UTC', zone_day('UTC') - make_interval(months => months_ago.months))
    else (select timezone(b.time_zone, zone_day(b.time_zone) - make_interval(months => months_ago.months))
      from business b where b.business_id = current_setting('app.business_id', true)) end;

-- Files of requests fall away by a kind of their own. The shortest are those of contract/business/retention-words.ts.
create or replace function shortest_retention(kind text) returns integer
  language sql immutable parallel safe
  return case kind when 'MessageTexts' then 3 when 'RequestFiles' then 3 when 'EventScans' then 6 else 12 end;

-- What each of the functions below begins with, as let_fall_away in 0068 does: a business's own setting is the limit.
create function require_kept_no_longer(what text, older_than timestamptz, most integer) returns void
  language plpgsql set search_path = '' as $$
declare
  allowed timestamptz := (select public.months_ago(greatest(r.months, public.shortest_retention(r.kind)))
    from public.retention r
    where r.business_id = public.current_business() and r.kind = what and r.months is not null);
begin
  if older_than is null or allowed is null or older_than > allowed then
    raise exception 'the business keeps this for longer' using errcode = 'HR000';
  end if;
  if most is null or most not between 1 and 10000 then
    raise exception 'between 1 and 10000 at a time' using errcode = 'HR001';
  end if;
end $$;

-- By the moment alone: the day of an entry is of the zone that the business had when it was made.
create or replace function let_visitors_fall_away(older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  gone integer;
begin
  perform public.require_kept_no_longer('Visitors', older_than, most);
  delete from public.visitor_entry v using (
    select visit_id from public.visitor_entry
    where business_id = own and signed_in_at < older_than order by signed_in_at limit most for update skip locked
  ) old
  where v.business_id = own and v.visit_id = old.visit_id;
  get diagnostics gone = row_count;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = 'Visitors';
  return gone;
end $$;

-- What people added to a request, once that was decided so long ago. One that waits keeps its files, however old they are.
create function let_files_fall_away(older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  gone integer;
begin
  perform public.require_kept_no_longer('RequestFiles', older_than, most);
  delete from public.request_file f using (
    select a.file_id, a.session_id, a.question_id from public.request_file a
    join public.request_session s on s.business_id = a.business_id and s.session_id = a.session_id
    where a.business_id = own and a.added_at < older_than and s.finalised_at < older_than
    order by a.added_at limit most for update of a skip locked
  ) old
  where f.business_id = own and f.session_id = old.session_id and f.question_id = old.question_id and f.file_id = old.file_id;
  get diagnostics gone = row_count;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = 'RequestFiles';
  return gone;
end $$;

-- Who was in a sending goes with the lines of messages, uncounted as it is theirs. The sums of a sending are its own.
create function let_recipients_fall_away(older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  gone integer;
begin
  perform public.require_kept_no_longer('Messages', older_than, most);
  delete from public.pass_invitation_recipient r using (
    select a.run_id, a.member_id from public.pass_invitation_recipient a
    join public.pass_invitation_run s on s.business_id = a.business_id and s.run_id = a.run_id
    where a.business_id = own and a.at < older_than and s.state in ('Done', 'Stopped', 'Failed')
    order by a.at limit most for update of a skip locked
  ) old
  where r.business_id = own and r.run_id = old.run_id and r.member_id = old.member_id;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function require_kept_no_longer, let_files_fall_away, let_recipients_fall_away from public;
grant execute on function let_files_fall_away, let_recipients_fall_away to hub_app;

-- As in 0090, and with the files the links by which somebody came back to the request: what it says of them isn't to be read
-- by whoever has one once the member is gone.
create or replace function forget_request_files() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.request_file f using public.request_session s
  where s.business_id = new.business_id and s.member_id = new.member_id
    and f.business_id = s.business_id and f.session_id = s.session_id;
  delete from public.request_link l using public.request_session s
  where s.business_id = new.business_id and s.member_id = new.member_id
    and l.business_id = s.business_id and l.session_id = s.session_id;
  delete from public.renewal_link where business_id = new.business_id and member_id = new.member_id;
  return null;
end $$;
call for_each_business($$
  with gone as materialized (select member_id from member where business_id = $1 and deleted_at is not null),
  sessions as materialized (
    select s.session_id from request_session s join gone using (member_id) where s.business_id = $1),
  links as (
    delete from request_link l using sessions s where l.business_id = $1 and l.session_id = s.session_id)
  delete from renewal_link l using gone g where l.business_id = $1 and l.member_id = g.member_id $$);

-- What others wait for comes last.
alter table retention drop constraint retention_kind_check;
alter table retention add constraint retention_kind_check check (kind in
  ('MessageTexts', 'Messages', 'AuditTrail', 'MemberChanges', 'CardChanges', 'EventScans', 'Visitors', 'RequestFiles'));
-- What is oldest is found by its age.
create index request_file_by_age on request_file (business_id, added_at);
create index pass_invitation_recipient_by_age on pass_invitation_recipient (business_id, at);
create index visitor_entry_by_age on visitor_entry (business_id, signed_in_at);
