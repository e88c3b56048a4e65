-- Tables that pile up can be cut by month: hub partition does it, where an operator wants it, and nothing here does it by itself.
-- A part has the ids of a month: with each month they go on from a round number, so that no key has to have a time in it,
-- a look-up by id reads one part alone, and a month that nobody has begun goes on in the one before.

-- All scans of an event are in one part: what makes a scan one, and nobody in twice, holds within a part alone. The event is given
-- its part as it is made, and keeps it.
create sequence event_scan_part as integer minvalue 0 start 0;
select setval('event_scan_part', 0);
create function event_scan_part_now() returns integer
  language sql stable security definer set search_path = ''
  as $$ select last_value::integer from public.event_scan_part $$;
revoke all on function event_scan_part_now from public;
grant execute on function event_scan_part_now to hub_app;
revoke all on sequence event_scan_part from hub_app;
alter table event add column scan_part integer not null default 0;
alter table event alter scan_part set default event_scan_part_now();
alter table event_scan add column event_part integer not null default 0;

-- Which tables, by which column, counted by what, and how much room a month has. Who counts further goes on in the next month's.
create function tables_by_month() returns table (name text, counted text, counter regclass, room bigint)
  language sql stable set search_path = '' as $$
    select t.name, 'id', pg_get_serial_sequence('public.' || t.name, 'id')::regclass, 1000000000::bigint
    from unnest(array['audit_entry', 'outbox_message', 'member_change', 'card_change']) t (name)
    union all select 'event_scan', 'event_part', 'public.event_scan_part', 1
  $$;

-- The parts of a table that is cut, none of any other: each from its lowest number (null: whatever there is) to below another.
create function parts_by_month(of_table text) returns table (name text, lowest bigint, below bigint)
  language sql stable set search_path = '' as $$
    select c.relname::text, (regexp_match(b.bounds, 'FROM \(''?(-?\d+)''?\)'))[1]::bigint,
      (regexp_match(b.bounds, 'TO \(''?(\d+)''?\)'))[1]::bigint
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    cross join lateral pg_catalog.pg_get_expr(c.relpartbound, c.oid) b (bounds)
    where i.inhparent = format('public.%I', of_table)::regclass and c.relispartition
  $$;

create function month_name(months_on integer) returns text
  language sql stable set search_path = ''
  as $$ select to_char(timezone('UTC', now()) + make_interval(months => months_on), 'YYYY_MM') $$;

-- Gives a table one more part. It is empty, so that this takes a moment; parts are reached through their table alone.
create function add_part(of_table text, part text, lowest bigint, below bigint) returns void
  language plpgsql set search_path = '' as $$
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
  execute format('revoke all on public.%I from public, hub_app', part);
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

-- Makes sure that every number up to one has a part: a business that comes from elsewhere brings its own.
create function make_room_in_parts(of_table text, up_to bigint) returns void
  language plpgsql set search_path = '' as $$
declare
  gap record;
  width bigint := (select t.room from public.tables_by_month() t where t.name = of_table);
begin
  for gap in
    select p.below as lowest, coalesce(lead(p.lowest) over (order by p.below), (up_to / width + 1) * width) as below
    from public.parts_by_month(of_table) p
  loop
    if gap.lowest < gap.below then
      perform public.add_part(of_table, format('%s_from_%s', of_table, gap.lowest / width), gap.lowest, gap.below);
    end if;
  end loop;
end $$;

-- What is done each hour with a table that is cut: its month begins, the next one's part is made ahead, and those that everything
-- has fallen away from go. True if a month has begun.
create function begin_month(of_table text) returns boolean
  language plpgsql security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  each_table record;
  month record;
  part record;
  present bigint;
  free bigint;
  is_empty boolean;
  has_begun boolean := false;
begin
  select * into each_table from public.tables_by_month() t where t.name = of_table;
  perform pg_advisory_xact_lock(hashtext('begin_month'), hashtext(of_table));
  if not exists (select from public.parts_by_month(of_table)) then return false; end if;
  execute format('select last_value from %s', each_table.counter) into present;
  for ahead in 0..1 loop
    continue when exists (select from public.parts_by_month(of_table) p
      where p.name in (of_table || '_' || public.month_name(ahead), of_table || '_until_' || public.month_name(ahead)));
    select (greatest(max(p.below) - 1, present) / each_table.room + 1) * each_table.room into free
    from public.parts_by_month(of_table) p;
    perform public.add_part(of_table, of_table || '_' || public.month_name(ahead), free, free + each_table.room);
  end loop;
  select * into month from public.parts_by_month(of_table) p where p.name = of_table || '_' || public.month_name(0);
  if month.lowest > present then
    perform setval(each_table.counter, month.lowest, each_table.counted <> 'id');
    has_begun := true;
  end if;
  -- Not the month before: somebody may just be writing with a number of it; nor the room of a business that is just coming. An
  -- event goes on as long as it likes. Until a vacuum has cleared a part, to look whether it is empty would take long.
  for part in
    select p.* from public.parts_by_month(of_table) p
    where p.lowest is not null and p.below < month.lowest and p.name !~ '_from_\d+$'
      and pg_relation_size(format('public.%I', p.name)::regclass) < 8 * 1024 * 1024
  loop
    execute format('select not exists (select from public.%I)', part.name) into is_empty;
    continue when not is_empty;
    if each_table.counted = 'id' then
      -- In the order in which readers come to them.
      execute format('lock table only public.%I in access exclusive mode', of_table);
      execute format('select not exists (select from public.%I)', part.name) into is_empty;
      if is_empty then execute format('drop table public.%I', part.name); end if;
    elsif pg_relation_size(format('public.%I', part.name)::regclass) > 0 then
      execute format('truncate public.%I', part.name);
    end if;
  end loop;
  return has_begun;
end $$;

-- What the planner knows of the whole: PostgreSQL looks at the parts alone by itself.
create function analyze_by_month(of_table text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.parts_by_month(of_table)) then execute format('analyze public.%I', of_table); end if;
end $$;

-- The first step: a bound that all that is there is below, and all that comes until the last step. It is to be validated next.
create function prepare_parts(of_table text) returns void
  language plpgsql set search_path = '' set lock_timeout = '2s' as $$
declare
  each_table record;
  present bigint;
begin
  select * into strict each_table from public.tables_by_month() t where t.name = of_table;
  execute format('select last_value from %s', each_table.counter) into present;
  -- Whoever cut it meanwhile has left one in parts under this name.
  execute format('lock table only public.%I in access exclusive mode', of_table);
  if (select c.relkind from pg_catalog.pg_class c where c.oid = format('public.%I', of_table)::regclass) <> 'r' then
    raise exception '% is cut by month already', of_table using errcode = 'HP003';
  end if;
  execute format('alter table public.%I drop constraint if exists before_months', of_table);
  execute format('alter table public.%I add constraint before_months check (%I < %s) not valid', of_table, each_table.counted,
    ((present + each_table.room / 2) / each_table.room + 1) * each_table.room);
end $$;

-- The last step, of a moment: the table becomes the first part of one that has its name, and all that belongs to it.
create function cut_by_month(of_table text) returns void
  language plpgsql set search_path = '' set lock_timeout = '2s' as $$
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
  execute format('lock table %s in access exclusive mode', whole);
  select c.* into former from pg_catalog.pg_class c where c.oid = whole;
  select (regexp_match(pg_get_constraintdef(oid), '< ''?(\d+)'))[1]::bigint into bound
  from pg_catalog.pg_constraint where conrelid = whole and conname = 'before_months' and convalidated;
  execute format('select last_value, is_called from %s', each_table.counter) into present, is_called;
  if former.relkind <> 'r' or bound is null or present >= bound then
    raise exception '% is not prepared to be cut', of_table using errcode = 'HP000';
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
  execute format('alter table %s disable row level security', whole);
  execute format('alter table %s no force row level security', whole);
  execute format('revoke all on %s from public, hub_app', whole);
  execute format('alter table %s rename to %I', whole, part);

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
create function require_part_of_event() returns trigger language plpgsql set search_path = '' as $$
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

revoke all on function tables_by_month, parts_by_month, month_name, add_part, make_room_in_parts, begin_month, analyze_by_month,
  prepare_parts, cut_by_month, require_part_of_event from public;
grant execute on function tables_by_month, parts_by_month, begin_month, analyze_by_month to hub_app;
