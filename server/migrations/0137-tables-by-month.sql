-- Tables that pile up can be cut by month: hub partition does it, where an operator wants it, and nothing here does it by itself.
-- A part has the ids of a month: with each month they go on from a round number, so that no key has to have a time in it,
-- a look-up by id reads one part alone, and a month that nobody has begun goes on in the one before.

-- Temporary things are looked for last, in all of them: what somebody calls 'regclass' there would otherwise be asked with the
-- owner's rights.

-- All scans of an event are in one part: what makes a scan one, and nobody in twice, holds within a part alone. The event is given
-- its part as it is made, and keeps it.
create sequence event_scan_part as integer minvalue 0 start 0;
select setval('event_scan_part', 0);
create function event_scan_part_now() returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select last_value::integer from public.event_scan_part $$;
revoke all on function event_scan_part_now from public;
grant execute on function event_scan_part_now to hub_app;
revoke all on sequence event_scan_part from hub_app;
alter table event add column scan_part integer not null default 0;
alter table event alter scan_part set default event_scan_part_now();
alter table event_scan add column event_part integer not null default 0;

-- Which tables, by which column, counted by what, and how much room a month has. Who counts further goes on in the next month's.
create function tables_by_month() returns table (name text, counted text, counter regclass, room bigint)
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select t.name, 'id', pg_get_serial_sequence('public.' || t.name, 'id')::regclass, 1000000000::bigint
    from unnest(array['audit_entry', 'outbox_message', 'member_change', 'card_change']) t (name)
    union all select 'event_scan', 'event_part', 'public.event_scan_part', 1
  $$;

-- The parts of a table that is cut, none of any other: each from its lowest number (null: whatever there is) to below another.
create function parts_by_month(of_table text) returns table (name text, lowest bigint, below bigint)
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select c.relname::text, (regexp_match(b.bounds, 'FROM \(''?(-?\d+)''?\)'))[1]::bigint,
      (regexp_match(b.bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    cross join lateral pg_catalog.pg_get_expr(c.relpartbound, c.oid) b (bounds)
    where i.inhparent = format('public.%I', of_table)::regclass and c.relispartition
  $$;

create function month_name(months_on integer) returns text
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select to_char(timezone('UTC', now()) + make_interval(months => months_on), 'YYYY_MM') $$;

-- A part is reached through its table alone, whoever may read that: by itself it would show the rows of all businesses.
create function close_part(part text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  execute format('alter table public.%I enable row level security', part);
  execute format('alter table public.%I no force row level security', part);
  for statement in
    select format('drop policy %I on public.%I', polname, part) from pg_catalog.pg_policy where polrelid = format('public.%I', part)::regclass
    union all
    select distinct format('revoke all on public.%I from %s', part, case when a.grantee = 0 then 'public' else a.grantee::regrole::text end)
    from pg_catalog.pg_class c
    cross join lateral (
      select * from aclexplode(c.relacl)
      union all
      select x.* from pg_catalog.pg_attribute t cross join lateral aclexplode(t.attacl) x where t.attrelid = c.oid) a
    where c.oid = format('public.%I', part)::regclass and a.grantee <> c.relowner
  loop
    execute statement;
  end loop;
end $$;

-- One at a time makes parts, takes them away, or builds an index for each.
create function hold_parts(of_table text) returns void
  language sql set search_path = pg_catalog, pg_temp as $$ select pg_advisory_xact_lock(hashtext('begin_month'), hashtext(of_table)) $$;

-- Gives a table one more part. It is empty, so that this takes a moment; parts are reached through their table alone.
create function add_part(of_table text, part text, lowest bigint, below bigint) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  month text := substr(part, length(of_table) + 1);
  statement text;
  -- What was set for clearing up after its rows.
  options text := (select string_agg(o, ', ') from (
    select unnest(c.reloptions) o from public.parts_by_month(of_table) p join pg_catalog.pg_class c
      on c.oid = format('public.%I', p.name)::regclass where p.lowest is null) o);
begin
  execute format('create table public.%I (like public.%I including defaults including constraints including generated including storage)',
    part, of_table);
  if options is not null then execute format('alter table public.%I set (%s)', part, options); end if;
  perform public.close_part(part);
  -- By the names of those of the whole, with the month: who reads a plan or an error knows what is meant.
  for statement in
    select format('alter table public.%I add constraint %I %s', part, conname || month, pg_get_constraintdef(oid))
    from pg_catalog.pg_constraint where conrelid = format('public.%I', of_table)::regclass and contype in ('p', 'u')
    union all
    select replace(pg_get_indexdef(i.indexrelid), format('%I ON ONLY public.%I', c.relname, of_table), format('%I ON public.%I', c.relname || month, part))
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
    where i.indrelid = format('public.%I', of_table)::regclass
      and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
  loop
    execute statement;
  end loop;
  execute format('alter table public.%I attach partition public.%I for values from (%s) to (%s)', of_table, part, lowest, below);
end $$;

-- Makes sure that every number up to one has a part, and a month's more: a business that comes from elsewhere brings its own. A table
-- that is only being cut is begun with anew: its bound would refuse them.
create function make_room_in_parts(of_table text, up_to bigint) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  gap record;
  width bigint := (select t.room from public.tables_by_month() t where t.name = of_table);
begin
  perform public.hold_parts(of_table);
  if not exists (select from public.parts_by_month(of_table)) then
    execute format('alter table public.%I drop constraint if exists before_months', of_table);
  end if;
  for gap in
    select p.below as lowest, coalesce(lead(p.lowest) over (order by p.below), (up_to / width + 2) * width) as below
    from public.parts_by_month(of_table) p order by 1
  loop
    if gap.lowest < gap.below and gap.lowest <= up_to then
      perform public.add_part(of_table, format('%s_from_%s', of_table, gap.lowest / width), gap.lowest, gap.below);
    end if;
  end loop;
end $$;

-- Whether it has.
create function has_room_in_parts(of_table text, up_to bigint) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select not exists (
        select from pg_catalog.pg_constraint where conrelid = format('public.%I', of_table)::regclass and conname = 'before_months')
      and coalesce(max(p.below) > up_to, true)
    from public.parts_by_month(of_table) p
  $$;

-- What is done each hour with a table that is cut, each in a transaction of its own. First it is given the parts of this month and
-- the next. Who writes to a table that it refers to is waited for, for less time than anybody would take that for a deadlock.
create function make_months_ahead(of_table text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  each_table record;
  present bigint;
  above bigint;
begin
  select * into each_table from public.tables_by_month() t where t.name = of_table;
  perform public.hold_parts(of_table);
  if not exists (select from public.parts_by_month(of_table)) then
    -- Who was cutting it and isn't any more has left a bound, which nobody would know of once numbers come to it.
    if exists (select from pg_catalog.pg_constraint where conrelid = format('public.%I', of_table)::regclass and conname = 'before_months')
        and pg_try_advisory_xact_lock(hashtext('cut_by_month'), hashtext(of_table)) then
      execute format('alter table public.%I drop constraint if exists before_months', of_table);
    end if;
    return;
  end if;
  execute format('select last_value from %s', each_table.counter) into present;
  for ahead in 0..1 loop
    continue when exists (select from public.parts_by_month(of_table) p
      where p.name in (of_table || '_' || public.month_name(ahead), of_table || '_until_' || public.month_name(ahead)));
    select (greatest(max(p.below) - 1, present) / each_table.room + 1) * each_table.room into above from public.parts_by_month(of_table) p;
    perform public.add_part(of_table, of_table || '_' || public.month_name(ahead), above, above + each_table.room);
  end loop;
  -- What came from elsewhere may have brought numbers beyond those of the months that are made.
  select max(p.below) into above from public.parts_by_month(of_table) p;
  if above - present < each_table.room then
    perform public.add_part(of_table, format('%s_from_%s', of_table, above / each_table.room), above,
      (present / each_table.room + 2) * each_table.room);
  end if;
end $$;

-- Then its month begins: numbers go on in the part of this one. That can't be undone, so that the part has to be there, come what may,
-- and nothing else is done with it. True if it has.
create function begin_month(of_table text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  each_table record;
  lowest bigint;
  present bigint;
begin
  select * into each_table from public.tables_by_month() t where t.name = of_table;
  perform public.hold_parts(of_table);
  select p.lowest into lowest from public.parts_by_month(of_table) p where p.name = of_table || '_' || public.month_name(0);
  execute format('select last_value from %s', each_table.counter) into present;
  if lowest > present then
    perform setval(each_table.counter, lowest, each_table.counted <> 'id');
    return true;
  end if;
  return false;
end $$;

-- Lets a month go that everything has fallen away from. Not the one before this: somebody may just be writing with a number of it; nor
-- the room of a business that is just coming. Of scans it is emptied, as an event goes on as long as it likes. True if there may be
-- another.
create function drop_month(of_table text) returns boolean
  -- A reader or writer is let pass, and nobody has to wait behind us: there is another time.
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  counted text := (select t.counted from public.tables_by_month() t where t.name = of_table);
  present bigint;
  part text;
  is_empty boolean;
begin
  -- One that sees what there was would take it for empty.
  if current_setting('transaction_isolation') <> 'read committed' then return false; end if;
  perform public.hold_parts(of_table);
  select p.lowest into present from public.parts_by_month(of_table) p
  where p.name in (of_table || '_' || public.month_name(0), of_table || '_until_' || public.month_name(0));
  for part in
    select p.name from public.parts_by_month(of_table) p
    -- Until a vacuum has cleared a part, to look whether it is empty would take long.
    where p.lowest is not null and p.below < present and p.name !~ '_from_\d+$'
      and pg_relation_size(format('public.%I', p.name)::regclass) < 8 * 1024 * 1024
      and (counted = 'id' or pg_relation_size(format('public.%I', p.name)::regclass) > 0)
    order by p.below
  loop
    execute format('select not exists (select from public.%I)', part) into is_empty;
    continue when not is_empty;
    begin
      -- In the order in which others come to them; and looked into once nobody writes any more.
      if counted = 'id' then execute format('lock table only public.%I in access exclusive mode', of_table); end if;
      execute format('lock table public.%I in access exclusive mode', part);
      execute format('select not exists (select from public.%I)', part) into is_empty;
      if not is_empty then return true; end if;
      execute format(case when counted = 'id' then 'drop table public.%I' else 'truncate public.%I' end, part);
      return true;
    exception when lock_not_available then
      return false;
    end;
  end loop;
  return false;
end $$;

-- What the planner knows of the whole: PostgreSQL looks at the parts alone by itself.
create function analyze_by_month(of_table text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.parts_by_month(of_table)) then execute format('analyze public.%I', of_table); end if;
end $$;

-- The first step: a bound that all that is there is below, and all that comes until the last step. It is to be validated next.
create function prepare_parts(of_table text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  each_table record;
  present bigint;
  other text;
begin
  select * into strict each_table from public.tables_by_month() t where t.name = of_table;
  -- Whoever cut it meanwhile has left one in parts under this name.
  execute format('lock table only public.%I in access exclusive mode', of_table);
  -- Changes nothing, and keeps a business that comes from elsewhere from leaping beyond the bound unseen.
  execute format('alter sequence %s no cycle', each_table.counter);
  execute format('select last_value from %s', each_table.counter) into present;
  if (select c.relkind from pg_catalog.pg_class c where c.oid = format('public.%I', of_table)::regclass) <> 'r' then
    raise exception '% is cut by month already', of_table using errcode = 'HP003';
  end if;
  if (select pg_get_userbyid(c.relowner) from pg_catalog.pg_class c where c.oid = format('public.%I', of_table)::regclass) <> current_user then
    raise exception 'Only the owner of % can cut it', of_table using errcode = '42501';
  end if;
  -- What would go on with the first part alone, without a word. Views are made anew.
  select string_agg(distinct v.oid::regclass::text, ', ') into other
  from pg_catalog.pg_depend d join pg_catalog.pg_rewrite r on d.classid = 'pg_catalog.pg_rewrite'::regclass and r.oid = d.objid
  join pg_catalog.pg_class v on v.oid = r.ev_class
  where d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = format('public.%I', of_table)::regclass and v.relkind <> 'v';
  if other is not null then
    raise exception '% is made of %: drop it, and make it anew once that is cut', other, of_table using errcode = 'HP004';
  end if;
  execute format('alter table public.%I drop constraint if exists before_months', of_table);
  execute format('alter table public.%I add constraint before_months check (%I < %s) not valid', of_table, each_table.counted,
    ((present + each_table.room / 2) / each_table.room + 1) * each_table.room);
end $$;

-- The last step begins with all that it needs: what the table refers to (to take in a part with foreign keys takes their triggers there
-- away) and the views on it, as others come to them first, and the table. Whoever has one of these may be waiting for another of them:
-- who calls it waits for each for less time than it takes PostgreSQL to end somebody for that.
create function lock_to_cut(of_table text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  statement text;
begin
  perform public.hold_parts(of_table);
  for statement in
    select distinct format('lock table only %s in access exclusive mode', confrelid::regclass) from pg_catalog.pg_constraint
    where conrelid = format('public.%I', of_table)::regclass and contype = 'f' order by 1
  loop
    execute statement;
  end loop;
  -- It stays whose it is: a view that is locked by its name would lock all that it is made of.
  for statement in
    select distinct format('alter view %s owner to %I', v.oid::regclass, pg_get_userbyid(v.relowner))
    from pg_catalog.pg_depend d join pg_catalog.pg_rewrite r on d.classid = 'pg_catalog.pg_rewrite'::regclass and r.oid = d.objid
    join pg_catalog.pg_class v on v.oid = r.ev_class
    where d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = format('public.%I', of_table)::regclass and v.relkind = 'v'
    order by 1
  loop
    execute statement;
  end loop;
  execute format('lock table public.%I in access exclusive mode', of_table);
end $$;

-- And then, of a moment: the table becomes the first part of one that has its name, and all that belongs to it.
create function cut_by_month(of_table text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  each_table record;
  whole regclass := format('public.%I', of_table)::regclass;
  part text := of_table || '_until_' || public.month_name(0);
  bound bigint;
  present bigint;
  is_called boolean;
  is_identity boolean;
  former record;
  statement text;
  -- What the new table has to be given before it takes the former one in, and after.
  before_it text[];
  after_it text[];
  views text[];
begin
  select * into strict each_table from public.tables_by_month() t where t.name = of_table;
  perform public.lock_to_cut(of_table);
  select c.* into former from pg_catalog.pg_class c where c.oid = whole;
  select (regexp_match(pg_get_constraintdef(oid), '< ''?(\d+)'))[1]::bigint into bound
  from pg_catalog.pg_constraint where conrelid = whole and conname = 'before_months' and convalidated;
  execute format('alter sequence %s no cycle', each_table.counter);
  execute format('select last_value, is_called from %s', each_table.counter) into present, is_called;
  if former.relkind <> 'r' or bound is null or present >= bound then
    raise exception '% is as it was: a business with higher numbers came meanwhile. Run it again', of_table using errcode = 'HP000';
  end if;

  before_it := array(
    select format('alter table public.%I add constraint %I %s', of_table, conname, pg_get_constraintdef(oid))
    from pg_catalog.pg_constraint where conrelid = whole and contype in ('p', 'u', 'f') order by contype = 'f', conname)
  || array(
    select pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i
    where i.indrelid = whole and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.conrelid = whole)
    order by i.indexrelid)
  || array(select pg_get_triggerdef(oid) from pg_catalog.pg_trigger where tgrelid = whole and not tgisinternal order by tgname)
  || array(
    select format('create policy %I on public.%I as %s for %s to public', polname, of_table,
        case when polpermissive then 'permissive' else 'restrictive' end,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end)
      || coalesce(' using (' || pg_get_expr(polqual, polrelid) || ')', '')
      || coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '')
    from pg_catalog.pg_policy where polrelid = whole and polroles = '{0}' order by polname)
  || case when former.relrowsecurity then array[format('alter table public.%I enable row level security', of_table)] end
  || case when former.relforcerowsecurity then array[format('alter table public.%I force row level security', of_table)] end
  || array(
    select format('grant %s on public.%I to %s', a.privilege_type, of_table, a.grantee::regrole)
    from aclexplode(former.relacl) a where a.grantee <> former.relowner and a.grantee <> 0)
  || array(
    select format('grant %s (%I) on public.%I to %s', a.privilege_type, t.attname, of_table, a.grantee::regrole)
    from pg_catalog.pg_attribute t cross join lateral aclexplode(t.attacl) a
    where t.attrelid = whole and a.grantee <> former.relowner and a.grantee <> 0);
  -- Views go by the table, not by its name.
  select array_agg(distinct v.oid::regclass::text), array_agg(distinct
      format('create view %s %s as %s', v.oid::regclass,
        case when v.reloptions is not null then format('with (%s)', array_to_string(v.reloptions, ', ')) end, pg_get_viewdef(v.oid)))
  into views, after_it
  from pg_catalog.pg_depend d join pg_catalog.pg_rewrite r on d.classid = 'pg_catalog.pg_rewrite'::regclass and r.oid = d.objid
  join pg_catalog.pg_class v on v.oid = r.ev_class
  where d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = whole and v.relkind = 'v';
  after_it := coalesce(after_it, '{}') || array(
    select format('revoke all on %s from public, hub_app', v) from unnest(views) v)
  || array(
    select distinct format('grant %s on %s to %s', a.privilege_type, v.oid::regclass, a.grantee::regrole)
    from pg_catalog.pg_class v cross join lateral aclexplode(v.relacl) a
    where v.oid = any(views::regclass[]) and a.grantee <> v.relowner and a.grantee <> 0);

  foreach statement in array coalesce(views, '{}') loop execute format('drop view %s', statement); end loop;
  for statement in select tgname from pg_catalog.pg_trigger where tgrelid = whole and not tgisinternal loop
    execute format('drop trigger %I on %s', statement, whole);
  end loop;
  for statement in select c.relname from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid where i.indrelid = whole loop
    execute format('alter index public.%I rename to %I', statement, statement || '_until_' || public.month_name(0));
  end loop;
  select attidentity <> '' into is_identity from pg_catalog.pg_attribute where attrelid = whole and attname = each_table.counted;
  statement := each_table.counter::text;
  if is_identity then execute format('alter table %s alter %I drop identity', whole, each_table.counted); end if;
  execute format('alter table %s rename to %I', whole, part);
  perform public.close_part(part);

  execute format('create table public.%I (like public.%I including defaults including constraints including generated including storage)
    partition by range (%I)', of_table, part, each_table.counted);
  execute format('revoke all on public.%I from public, hub_app', of_table);
  execute format('alter table public.%I drop constraint before_months', of_table);
  if is_identity then
    execute format('alter table public.%I alter %I add generated always as identity (sequence name %s)', of_table, each_table.counted,
      statement);
    perform setval(statement::regclass, present, is_called);
  end if;
  foreach statement in array before_it loop execute statement; end loop;
  execute format('alter table public.%I attach partition public.%I for values from (minvalue) to (%s)', of_table, part, bound);
  execute format('alter table public.%I drop constraint before_months', part);
  -- With one that had to be built for it, this wouldn't be a moment.
  if (select count(*) from pg_catalog.pg_index where indrelid = whole)
      <> (select count(*) from pg_catalog.pg_index where indrelid = format('public.%I', of_table)::regclass) then
    raise exception 'the indexes of % are not those of its parts', of_table using errcode = 'HP001';
  end if;
  foreach statement in array after_it loop execute statement; end loop;
  if of_table = 'event_scan' then
    create trigger scans_are_in_their_part before insert on public.event_scan
      for each row when (current_setting('app.moved_in', true) is distinct from 'yes')
      execute function public.require_part_of_event();
  end if;
  perform public.add_part(of_table, of_table || '_' || public.month_name(1), bound, bound + each_table.room);
end $$;

-- A former version knows of no parts, and would let the same scan in once more.
create function require_part_of_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.event_part is distinct from
      (select e.scan_part from public.event e where e.business_id = new.business_id and e.event_id = new.event_id) then
    raise exception 'the scan is not in the part of its event' using errcode = 'HP002';
  end if;
  return new;
end $$;

-- Who joins by hashing reads all rows of a business, in each part, to find a thousand of them.
alter function let_fall_away set enable_hashjoin = off;
alter function let_fall_away set enable_mergejoin = off;

revoke all on function tables_by_month, parts_by_month, month_name, close_part, hold_parts, add_part, make_room_in_parts,
  has_room_in_parts, make_months_ahead, begin_month, drop_month, analyze_by_month, prepare_parts, lock_to_cut, cut_by_month,
  require_part_of_event from public;
grant execute on function tables_by_month, parts_by_month, make_months_ahead, begin_month, drop_month, analyze_by_month to hub_app;
