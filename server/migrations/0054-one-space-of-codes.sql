-- What can be scanned is one person's: membership, badge and card numbers of members, the numbers of prepaid cards and the
-- codes of passes are one space of codes in a business, whatever their capitals and spaces.

-- A code as it is compared. The same is said in contract/values/code-key.ts, for doors without a connection.
create function code_key(code text) returns text
  language sql immutable parallel safe
  return nullif(upper(translate(code, U&' \0009\000A\000D\00A0\2007\202F\200B\FEFF', '') collate "default"), '') collate "C";

-- Those of a member, each once: that somebody's badge has their number on it is common.
create function member_code_keys(membership_number text, badge_number text, card_number text) returns setof text
  language sql immutable parallel safe rows 1 as $$
  select k from (values (code_key(membership_number)), (code_key(badge_number)), (code_key(card_number))) v (k)
  where k is not null group by k $$;

-- Who holds which code. One holder each, but for codes that had several when this was made: those are `besides` the first,
-- and go as they are mended. Kept by the triggers below, whoever writes; the server itself only reads it.
create table scan_code (
  business_id text not null,
  code_key text collate "C" not null,
  besides text collate "C" not null default '',
  holder_kind text not null check (holder_kind in ('Member', 'Card', 'Pass')),
  -- The member's or the pass's id. Of a card its number, which is its order's before it is its own.
  holder_id text not null
);

-- All codes there are, with the age of the row that has them.
create temporary table codes_started on commit drop as select pg_snapshot_xmin(pg_current_snapshot())::xid as xid;
create temporary view held as
  select m.business_id, k as code_key, 'Member' as holder_kind, m.member_id as holder_id, m.deleted_at is not null as is_gone,
    m.xmin as changed
  from member m cross join lateral member_code_keys(m.membership_number, m.badge_number, m.card_number) k
  union all
  select business_id, code_key(card_number), 'Card', code_key(card_number), false, xmin from card where card_number is not null
  union all
  select o.business_id, code_key(o.card_number), 'Card', code_key(o.card_number), false, o.xmin from card_order o
  where o.card_number is not null and not exists (
    select from card c where c.business_id = o.business_id and c.card_number = o.card_number)
  union all
  select business_id, code_key(coupon_code), 'Pass', pass_id, revoked_at is not null, xmin from pass;

-- Runs a statement in each business: row-level security binds an owner who is nobody special. For migrations alone.
create procedure for_each_business(statement text) language plpgsql as $$
declare
  businesses text[];
  business text;
begin
  perform set_config('app.business_id', '*', true);
  businesses := array(select business_id from business);
  foreach business in array businesses loop
    perform set_config('app.business_id', business, true);
    execute statement using business;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
revoke all on procedure for_each_business from public;

-- Nobody has to wait for it.
call for_each_business($$
  insert into scan_code (business_id, code_key, besides, holder_kind, holder_id)
  select business_id, code_key, case when place = 1 then '' else holder_kind || ' ' || holder_id end, holder_kind, holder_id
  from (
    select h.*, row_number() over (partition by code_key order by is_gone, holder_kind, holder_id) as place
    from held h where business_id = $1
  ) ranked $$);
-- An import asks for thousands of codes in one question, which is planned faster by knowing less of them (0035).
alter table scan_code alter code_key set statistics 10;
alter table scan_code add primary key (business_id, code_key, besides);
-- What is left to mend.
create index scan_code_doubles on scan_code (business_id, code_key) where besides <> '';

-- Codes that a holder has no more. Of those that had several holders the next one is the first from then on.
create function free_codes(business text, kind text, id text, keys text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- All holders of a code first, in one order: two who let go of it at once would each take the other for the next.
  perform from scan_code where business_id = business and code_key = any(keys) order by code_key, besides for update;
  delete from scan_code
  where business_id = business and code_key = any(keys) and holder_kind = kind and holder_id = id;
  update scan_code s set besides = ''
  where s.business_id = business and s.code_key = any(keys) and s.besides <> '' and s.besides = (
    select min(o.besides) from scan_code o where o.business_id = business and o.code_key = s.code_key);
end $$;
revoke all on function free_codes from public;

-- From here on writers wait, for a moment. All of it at once, in the order of a scan that counts a pass as used: with one table
-- after the other, each would wait for what the other has.
lock table event_scan, card_order, card, member, pass in share row exclusive mode;

-- New members, in one statement for all of them: an import brings thousands. Always in one order, so that two who bring the
-- same codes wait for each other only one way.
create function hold_codes_of_new_members() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Field by field: most have a number alone, and to take the codes of each apart takes longer than all the rest.
  insert into scan_code (business_id, code_key, holder_kind, holder_id)
  select business_id, code_key(membership_number) as k, 'Member', member_id from added
  where code_key(membership_number) is not null
  union all
  select business_id, code_key(badge_number), 'Member', member_id from added
  where code_key(badge_number) is not null and code_key(badge_number) is distinct from code_key(membership_number)
  union all
  select business_id, code_key(card_number), 'Member', member_id from added
  where code_key(card_number) is not null and code_key(card_number) is distinct from code_key(membership_number)
    and code_key(card_number) is distinct from code_key(badge_number)
  order by k;
  return null;
end $$;
create trigger codes_of_new_members after insert on member
  referencing new table as added for each statement execute function hold_codes_of_new_members();

-- A deleted member keeps their codes, so that they can come back.
create function follow_member_codes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  had text[] := array(select member_code_keys(old.membership_number, old.badge_number, old.card_number));
  has text[] := array(select member_code_keys(new.membership_number, new.badge_number, new.card_number));
  freed text[] := array(select unnest(had) except select unnest(has));
begin
  if freed <> '{}' then perform free_codes(new.business_id, 'Member', new.member_id, freed); end if;
  insert into scan_code (business_id, code_key, holder_kind, holder_id)
  select new.business_id, k, 'Member', new.member_id
  from (select unnest(has) except select unnest(had)) gained (k) order by k;
  return null;
end $$;
create trigger codes_follow after update of membership_number, badge_number, card_number on member
  for each row when ((new.membership_number, new.badge_number, new.card_number) is distinct from
    (old.membership_number, old.badge_number, old.card_number))
  execute function follow_member_codes();

create function leave_member_codes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform free_codes(old.business_id, 'Member', old.member_id,
    array(select member_code_keys(old.membership_number, old.badge_number, old.card_number)));
  return null;
end $$;
create trigger codes_leave after delete on member for each row execute function leave_member_codes();

-- The number of a prepaid card, from when its order is placed. It stays taken for ever: it may be printed somewhere.
create function hold_card_code() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into scan_code (business_id, code_key, holder_kind, holder_id)
  values (new.business_id, code_key(new.card_number), 'Card', code_key(new.card_number)) on conflict do nothing;
  if not found and not exists (select from scan_code
    where business_id = new.business_id and code_key = code_key(new.card_number) and holder_kind = 'Card')
  then
    raise unique_violation using message = 'the code is taken', constraint = 'scan_code_pkey';
  end if;
  return null;
end $$;
create trigger card_codes after insert or update of card_number on card
  for each row when (new.card_number is not null) execute function hold_card_code();
create trigger card_order_codes after insert or update of card_number on card_order
  for each row when (new.card_number is not null) execute function hold_card_code();

create function hold_codes_of_new_passes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into scan_code (business_id, code_key, holder_kind, holder_id)
  select business_id, code_key(coupon_code), 'Pass', pass_id from added order by 2;
  return null;
end $$;
create trigger codes_of_new_passes after insert on pass
  referencing new table as added for each statement execute function hold_codes_of_new_passes();

-- Those who came or changed while the rows above were made are found by their age.
call for_each_business($$
  with changed as (
    select 'Member' as holder_kind, member_id as holder_id from member, codes_started
    where business_id = $1 and age(member.xmin) <= age(codes_started.xid)
    union all select distinct holder_kind, holder_id from held h, codes_started
    where h.business_id = $1 and h.holder_kind <> 'Member' and age(h.changed) <= age(codes_started.xid)
  )
  delete from scan_code s using changed c
  where s.business_id = $1 and s.holder_kind = c.holder_kind and s.holder_id = c.holder_id $$);
call for_each_business($$
  update scan_code s set besides = ''
  where s.business_id = $1 and s.besides <> '' and s.besides = (
    select min(o.besides) from scan_code o where o.business_id = $1 and o.code_key = s.code_key) $$);
call for_each_business($$
  insert into scan_code (business_id, code_key, besides, holder_kind, holder_id)
  select business_id, code_key,
    case when place = 1 and not exists (select from scan_code s where s.business_id = $1 and s.code_key = ranked.code_key)
      then '' else holder_kind || ' ' || holder_id end, holder_kind, holder_id
  from (
    select h.*, row_number() over (partition by code_key order by is_gone, holder_kind, holder_id) as place
    from held h, codes_started where h.business_id = $1 and age(h.changed) <= age(codes_started.xid)
  ) ranked $$);
drop view held;
call isolate_by_business('scan_code');
revoke insert, update, delete on scan_code from hub_app;
analyze scan_code;

-- Who a code means by now: a member who is deleted, and a pass that was revoked, are there no more.
create view code_holder with (security_invoker = true) as
  select c.business_id, c.code_key, c.besides, c.holder_kind, c.holder_id,
    case c.holder_kind when 'Member' then m.deleted_at is null when 'Pass' then p.revoked_at is null else true end as is_live
  from scan_code c
  left join member m on c.holder_kind = 'Member' and m.business_id = c.business_id and m.member_id = c.holder_id
  left join pass p on c.holder_kind = 'Pass' and p.business_id = c.business_id and p.pass_id = c.holder_id;
revoke insert, update, delete on code_holder from hub_app;

-- Nobody comes back with a code that somebody else has by now.
create function come_back_with_own_codes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from member_code_keys(new.membership_number, new.badge_number, new.card_number) k
    join code_holder h on h.business_id = new.business_id and h.code_key = k and h.is_live
      and not (h.holder_kind = 'Member' and h.holder_id = new.member_id))
  then
    raise unique_violation using message = 'the code is taken', constraint = 'scan_code_pkey';
  end if;
  return null;
end $$;
create trigger codes_come_back after update of deleted_at on member
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function come_back_with_own_codes();

-- A pass is used by a scan that counts, however its code was typed.
create or replace function count_pass_use() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'UPDATE' and old.result = 'Valid' and old.undone_at is null then 1 else 0 end;
  is_now integer := case when new.result = 'Valid' and new.undone_at is null then 1 else 0 end;
begin
  if is_now <> was then
    update pass set usage_count = greatest(usage_count + is_now - was, 0)
    where business_id = new.business_id and coupon_code = code_key(new.code);
  end if;
  return null;
end $$;
create or replace trigger passes_are_used_insert after insert on event_scan
  for each row when (length(code_key(new.code)) = 12) execute function count_pass_use();
create or replace trigger passes_are_used_update after update of result, undone_at on event_scan
  for each row when (length(code_key(new.code)) = 12) execute function count_pass_use();

-- Which codes a merge has exchanged between the two, by the names of their fields. `is_number_swapped` is the former version's.
alter table member_merge add column swapped_fields text[];

-- An import tells the planner of its members, and of what stands beside them.
create or replace function refresh_statistics(of_table regclass) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if of_table not in ('public.member'::regclass, 'public.member_import_row'::regclass) then
    raise exception 'not a table of imports: %', of_table;
  end if;
  execute format('analyze %s', of_table);
  if of_table = 'public.member'::regclass then
    analyze public.member_standing;
    analyze public.member_traits;
    analyze public.scan_code;
  end if;
end $$;
