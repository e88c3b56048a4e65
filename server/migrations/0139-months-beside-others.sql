-- What goes on beside a table that is cut by month, or was to be.

-- What cutting a table has begun, and is in the way of a table that stays in one piece: a bound, and the keys that were built for it.
create function left_by_cutting(of_table text) returns table (name text, is_index boolean)
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select conname::text, false from pg_catalog.pg_constraint
    where conrelid = format('public.%I', of_table)::regclass and conname = 'before_months'
    union all
    select c.relname::text, true from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid
    where i.indrelid = format('public.%I', of_table)::regclass
      and c.relname in ('event_scan_pkey_by_part', 'event_scan_counted_at_by_part')
  $$;

-- Makes sure that every number up to one has a part, and a month's more: a business that comes from elsewhere brings its own. A table
-- that is only being cut is begun with anew: its bound would refuse them. Where there is neither nothing is asked for: to take away a
-- bound that isn't there waits for every reader, too, and has all writers wait behind it.
create or replace function make_room_in_parts(of_table text, up_to bigint) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  gap record;
  width bigint := (select t.room from public.tables_by_month() t where t.name = of_table);
begin
  if not exists (select from public.parts_by_month(of_table)) and public.has_room_in_parts(of_table, up_to) then return; end if;
  perform public.hold_parts(of_table);
  if not exists (select from public.parts_by_month(of_table)) and not public.has_room_in_parts(of_table, up_to) then
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

create or replace function make_months_ahead(of_table text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
declare
  each_table record;
  remains record;
  present bigint;
  above bigint;
begin
  select * into each_table from public.tables_by_month() t where t.name = of_table;
  perform public.hold_parts(of_table);
  if not exists (select from public.parts_by_month(of_table)) then
    -- Who was cutting it and isn't any more has left a bound, which nobody would know of once numbers come to it, and keys, which
    -- each write pays for. A function can't drop these concurrently: a reader is waited for, and keeps them for another hour.
    if exists (select from public.left_by_cutting(of_table))
        and pg_try_advisory_xact_lock(hashtext('cut_by_month'), hashtext(of_table)) then
      for remains in select * from public.left_by_cutting(of_table) loop
        execute case when remains.is_index then format('drop index public.%I', remains.name)
          else format('alter table public.%I drop constraint %I', of_table, remains.name) end;
      end loop;
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

-- An import keeps its room from going until its rows are in it.
create function keep_months(of_table text) returns void
  language sql set search_path = pg_catalog, pg_temp as $$ select pg_advisory_lock_shared(hashtext('drop_month'), hashtext(of_table)) $$;

-- Lets a month go that everything has fallen away from. Not the one before this: somebody may just be writing with a number of it; nor
-- any that a business which is just coming counts on. Of scans it is emptied, as an event goes on as long as it likes. True if there
-- may be another.
create or replace function drop_month(of_table text) returns boolean
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
  if not pg_try_advisory_xact_lock(hashtext('drop_month'), hashtext(of_table)) then return false; end if;
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

-- What the planner knows of the whole: PostgreSQL looks at the parts alone by itself. Before version 18 they are looked at along with it.
-- A vacuum isn't ended for it: what is locked is left for the next turn.
create or replace function analyze_by_month(of_table text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.parts_by_month(of_table)) then
    execute format('analyze (skip_locked) %s public.%I',
      case when current_setting('server_version_num')::integer >= 180000 then 'only' end, of_table);
  end if;
end $$;

-- Whether that is to be done: not since this month began, by what is counted of it, which nobody would know where nothing is counted.
-- Before version 18, also where it was broken off among the parts: the whole comes first, and counts at once.
create function awaits_analyze_by_month(of_table text) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select current_setting('track_counts')::boolean and exists (select from public.parts_by_month(of_table)) and (
      coalesce(w.last_analyze, '-infinity') < date_trunc('month', timezone('UTC', now())) at time zone 'UTC'
      or current_setting('server_version_num')::integer < 180000 and exists (
        select from public.parts_by_month(of_table) p
        join pg_catalog.pg_stat_all_tables s on s.relid = format('public.%I', p.name)::regclass
        where coalesce(s.last_analyze, '-infinity') < w.last_analyze))
    from (select pg_stat_get_last_analyze_time(format('public.%I', of_table)::regclass) as last_analyze) w
  $$;

revoke all on function left_by_cutting, keep_months, awaits_analyze_by_month from public;
grant execute on function left_by_cutting, awaits_analyze_by_month to hub_app;
