-- What a business asks of those who sign visitors in. One without a row has what contract/visitors/visitor-rules.ts says.
create table visitor_rules (
  business_id text not null references business,
  kinds text[] not null check (kinds <@ array['Guest', 'TemporaryMember', 'Reciprocal']),
  -- Null for any number.
  guests_per_day integer check (guests_per_day between 1 and 100),
  asks_for text not null check (asks_for in ('Address', 'Suburb')),
  needs_signature boolean not null,
  statement text not null,
  -- The clubs whose members are welcome, as the contract has them.
  clubs jsonb not null,
  primary key (business_id)
);
call isolate_by_business('visitor_rules');

-- The register of visitors: who was signed in, by whom, at which door. What a device noted without a connection is kept
-- whatever speaks against it, with a remark that says so.
create table visitor_entry (
  business_id text not null references business,
  -- The device's own: sent again it is the same entry.
  visit_id text not null,
  event_id text,
  venue_no text,
  kind text not null check (kind in ('Guest', 'TemporaryMember', 'Reciprocal')),
  first_name text not null,
  last_name text not null,
  address text not null,
  -- The member who answers for a guest, and what was scanned or typed where that is nobody's.
  member_id text,
  host_typed text not null default '',
  club_name text not null default '',
  club_number text not null default '',
  -- Strokes, as the path of an SVG.
  signature text check (length(signature) <= 20000),
  signed_in_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- In the zone of the business.
  day date not null,
  device_name text not null,
  actor_id text not null,
  actor_name text not null,
  remark text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  primary key (business_id, visit_id),
  foreign key (business_id, event_id) references event,
  foreign key (business_id, member_id) references member,
  check ((voided_at is null) = (void_reason is null))
);
call isolate_by_business('visitor_entry');
-- Nothing is deleted by hand.
revoke delete on visitor_entry from hub_app;
create index visitor_entry_by_day on visitor_entry (business_id, day, signed_in_at, visit_id);
create index visitor_entry_of_member on visitor_entry (business_id, member_id, day) where member_id is not null;
create index visitor_entry_of_event on visitor_entry (business_id, event_id) where event_id is not null;

alter table retention drop constraint retention_kind_check;
alter table retention add constraint retention_kind_check
  check (kind in ('MessageTexts', 'Messages', 'AuditTrail', 'MemberChanges', 'CardChanges', 'EventScans', 'Visitors'));

-- As let_fall_away in 0068, for the register: beside it, so that neither has to tell again what the other does.
create function let_visitors_fall_away(older_than timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  allowed timestamptz := (select public.months_ago(greatest(r.months, public.shortest_retention(r.kind)))
    from public.retention r where r.business_id = own and r.kind = 'Visitors' and r.months is not null);
  gone integer;
begin
  if older_than is null or allowed is null or older_than > allowed then
    raise exception 'the business keeps this for longer' using errcode = 'HR000';
  end if;
  if most is null or most not between 1 and 10000 then
    raise exception 'between 1 and 10000 at a time' using errcode = 'HR001';
  end if;
  delete from public.visitor_entry v using (
    select e.visit_id from public.visitor_entry e
    where e.business_id = own and e.signed_in_at < older_than and e.day <= (
      select public.zone_day(b.time_zone, older_than) from public.business b where b.business_id = own)
    order by e.day limit most for update skip locked
  ) old
  where v.business_id = own and v.visit_id = old.visit_id;
  get diagnostics gone = row_count;
  update public.retention r set fallen = fallen + gone where r.business_id = own and r.kind = 'Visitors';
  return gone;
end $$;
revoke all on function let_visitors_fall_away from public;
grant execute on function let_visitors_fall_away to hub_app;
