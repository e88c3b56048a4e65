-- A business that is ended is closed as a suspended one is, and erased after a while. Until that begins it can be taken back.
alter table business
  drop constraint business_standing_check,
  add constraint business_standing_check check (standing in ('Open', 'Suspended', 'Ended')),
  -- Since when it is closed, whatever became of it meanwhile; null for what the former version suspends: there it is standing_since.
  add column closed_since timestamptz,
  add column erase_at timestamptz,
  -- From here on there is no way back, and for everybody but the job that erases it, it isn't there.
  add column erasing_since timestamptz,
  -- How many rows of each table are gone.
  add column erased jsonb not null default '{}',
  add constraint ended_until check ((standing = 'Ended') = (erase_at is not null)),
  add constraint erased_when_due check (erasing_since is null or (standing = 'Ended' and erase_at <= erasing_since));

-- Ids of businesses that are no more. None is given again: codes, links and the platform's trail still have it.
create table erased_business (
  former_id text primary key,
  at timestamptz not null default now()
);
revoke update, delete on erased_business from hub_app;

-- The tables that hold a business's rows, by the catalogue, so that the next one is among them by itself; those that point to
-- others come before these. A business points to its logo, which points to it: that is unset as the logo goes.
create function business_tables() returns table (name text, place integer)
  language sql stable set search_path = pg_catalog, pg_temp as $$
    with recursive owned as (
      select c.oid from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    ), points_to as (
      select distinct conrelid as source, confrelid as target from pg_constraint
      where contype = 'f' and conrelid <> confrelid and conrelid <> 'public.business'::regclass
        and conrelid in (select oid from owned) and confrelid in (select oid from owned)
    ), placed (oid, place) as (
      select oid, 0 from owned
      union
      select p.target, d.place + 1 from placed d join points_to p on p.source = d.oid where d.place < 50
    )
    select c.relname::text, max(d.place) from placed d join pg_class c on c.oid = d.oid group by c.relname
  $$;

-- Whether the business of the query is being erased, and nothing that was let in before is still under way. Holds it meanwhile.
create function require_erasing() returns void language plpgsql as $$
begin
  perform from business where business_id = current_business() and standing = 'Ended' and erase_at <= now()
    and erasing_since <= now() - interval '2 minutes' for update;
  if not found then
    raise exception 'only a business that is ended, and due, is erased' using errcode = 'HE000';
  end if;
end $$;

-- Begins to erase the business of the query, if it is due; false if it isn't, or somebody has taken it back.
create function begin_erasure() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := current_business();
begin
  update business set erasing_since = now()
    where business_id = own and standing = 'Ended' and erase_at <= now() and erasing_since is null;
  if not found then return false; end if;
  delete from graphile_worker._private_jobs where payload ->> 'businessId' = own and locked_at is null;
  -- What super administrators did there stays in the platform's trail, without whom it was done to: nobody looks around in a
  -- business and ends it to leave no trace. Policies bind the owner, too.
  perform set_config('app.business_id', '*', true);
  insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title,
    record_kind, record_id, record_name)
  select '*', e.at, e.actor_id, e.actor_name, e.address, e.request_id, e.action, e.title, 'Business', own, b.display_name
  from audit_entry e join business b on b.business_id = own where e.business_id = own and e.by_administrator order by e.id;
  perform set_config('app.business_id', own, true);
  delete from audit_entry where business_id = own and by_administrator;
  return true;
end $$;

-- Erases some rows of a table of the business of the query, and tells how many: what the server itself can't take away.
create function erase_rows(from_table text, most integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := current_business();
  gone bigint;
begin
  perform require_erasing();
  if from_table = 'business' or not exists (select from business_tables() where name = from_table) then
    raise exception '% holds no rows of a business', from_table using errcode = 'HE001';
  end if;
  -- Accounts belong to people, who are users of one business alone.
  if from_table = 'business_user' then
    delete from demo_access d using business_user u where d.kind = 'account' and d.id = u.uid and u.business_id = own;
    delete from identity.account a using business_user u where u.business_id = own and a.uid = u.uid
      and not exists (select from super_administrator s where s.uid = a.uid);
  end if;
  execute format('delete from %1$I where business_id = $1
    and ctid = any(array(select ctid from %1$I where business_id = $1 limit $2))', from_table) using own, most;
  get diagnostics gone = row_count;
  update business b set erased = b.erased || jsonb_build_object(from_table, coalesce((b.erased ->> from_table)::bigint, 0) + gone)
    where b.business_id = own and gone > 0;
  return gone;
end $$;

-- The end of it: what came meanwhile, what isn't in a business's tables, and the business itself, whose id stays taken.
create function erase_business() returns table (business_name text, business_abn text, reason text, ended_by text,
    ended_at timestamptz, rows_erased jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text := current_business();
  each_table text;
begin
  perform require_erasing();
  for each_table in select t.name from business_tables() t where t.name <> 'business' order by t.place, t.name loop
    while erase_rows(each_table, 1000) > 0 loop null; end loop;
  end loop;
  delete from identity.refused_entry where trail = own;
  -- Who was refused as one of its users stands in the platform's trail as well, by their address. Policies bind the owner, too.
  perform set_config('app.business_id', '*', true);
  delete from audit_entry where business_id = '*' and action in ('refusedEntry', 'lockOut') and after ->> 'Business' = own;
  perform set_config('app.business_id', own, true);
  delete from graphile_worker._private_jobs where payload ->> 'businessId' = own and locked_at is null;
  insert into erased_business (former_id) values (own);
  return query delete from business b where b.business_id = own
    returning b.display_name, b.abn, b.standing_reason, b.standing_by, b.standing_since, b.erased;
end $$;

revoke all on function require_erasing, begin_erasure, erase_rows, erase_business from public;
grant execute on function begin_erasure, erase_rows, erase_business to hub_app;

-- The ledger is only added to, but for this: whoever deletes, and whatever they set, the rows have to be of a business that is
-- being erased.
create function refuse_ledger_deletion() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct business_id from gone) g
    where not exists (select from business b where b.business_id = g.business_id and b.standing = 'Ended'
      and b.erase_at <= now() and b.erasing_since is not null)
  ) then
    raise exception 'the ledger is only added to' using errcode = 'HL000';
  end if;
  return null;
end $$;
drop trigger only_added_to on ledger_entry;
drop trigger only_added_to on ledger_transaction;
create trigger only_added_to before update or truncate on ledger_entry
  for each statement execute function refuse_ledger_change();
create trigger only_added_to before update or truncate on ledger_transaction
  for each statement execute function refuse_ledger_change();
create trigger deleted_with_its_business after delete on ledger_entry referencing old table as gone
  for each statement execute function refuse_ledger_deletion();
create trigger deleted_with_its_business after delete on ledger_transaction referencing old table as gone
  for each statement execute function refuse_ledger_deletion();
