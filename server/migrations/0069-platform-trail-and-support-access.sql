-- What super administrators did in which business is the platform's to read, too. Which entries are theirs is looked for before
-- the table is changed: nobody waits for that.
create temporary table administrators_entry (business_id text, id bigint) on commit drop;
create temporary table entry_looked_at (business_id text, id bigint) on commit drop;
call for_each_business($$
  with theirs as (insert into administrators_entry
    select business_id, id from audit_entry where business_id = $1 and actor_id in (select uid from super_administrator))
  insert into entry_looked_at select $1, coalesce(max(id), 0) from audit_entry where business_id = $1 $$);
-- Their entries that belong to no business, which the loop has no turn for.
select set_config('app.business_id', '*', true);
insert into administrators_entry
  select business_id, id from audit_entry where business_id = '*' and actor_id in (select uid from super_administrator);
insert into entry_looked_at select '*', coalesce(max(id), 0) from audit_entry where business_id = '*';

-- From here on writers wait, for a moment.
alter table audit_entry add column by_administrator boolean not null default false;
call for_each_business($$
  update audit_entry set by_administrator = true
  where business_id = $1 and (id in (select t.id from administrators_entry t where t.business_id = $1)
    or id > (select l.id from entry_looked_at l where l.business_id = $1)
      and actor_id in (select uid from super_administrator)) $$);
select set_config('app.business_id', '*', true);
update audit_entry set by_administrator = true
where business_id = '*' and (id in (select t.id from administrators_entry t where t.business_id = '*')
  or id > (select l.id from entry_looked_at l where l.business_id = '*')
    and actor_id in (select uid from super_administrator));
select set_config('app.business_id', '', true);

-- By the database rather than by who writes: also the former version's entries are marked, and no writer can leave it out.
create function mark_administrators_entry() returns trigger language plpgsql as $$
begin
  new.by_administrator := exists (select from public.super_administrator where uid = new.actor_id);
  return new;
end $$;
create trigger mark_administrators_entry before insert on audit_entry
  for each row execute function mark_administrators_entry();

-- As a case: of two conditions the planner would think that hardly an entry fits, and sort all of them for a page.
create policy platform_reads on audit_entry for select
  using (case when current_setting('app.business_id', true) = '*' then by_administrator else false end);

-- The platform's trail: its own entries, and those of administrators in every business. Newest first, by kind, and one of them.
create index platform_trail_newest on audit_entry (at desc, id desc) where by_administrator or business_id = '*';
create index platform_trail_by_action on audit_entry (action, at desc, id desc) where by_administrator or business_id = '*';
create index platform_trail_entry on audit_entry (id) where by_administrator or business_id = '*';
-- A business asks which entries are administrators'.
create index audit_entry_by_administrators on audit_entry (business_id, at desc, id desc) where by_administrator;

-- Whether super administrators say why they come, before they do.
alter table business add column asks_visit_reason boolean not null default false;

-- Those who have said it: in the session that they said it in, for some hours.
create table support_visit (
  business_id text not null references business,
  session_id text not null,
  reason text not null,
  expires_at timestamptz not null,
  primary key (business_id, session_id)
);
call isolate_by_business('support_visit', open_to_platform => true);
