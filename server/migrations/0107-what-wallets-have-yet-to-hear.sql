-- What a wallet couldn't be told waits longer each time, and those behind it are told meanwhile. The former version, which
-- knows of neither, tries it at once.
alter table wallet_news
  add column tries smallint not null default 0,
  add column not_before timestamptz;

-- Begins to take a design to the phones (0075), from that moment on.
create function begin_rollout(business text, design text, at timestamptz default now()) returns void language plpgsql as $$
begin
  insert into design_rollout (business_id, pass_configuration_id, worked_at) values (business, design, at)
  on conflict (business_id, pass_configuration_id) do update set rollout_id = excluded.rollout_id,
    apple = 0, google = 0, total = 0, last_pass_id = '', queued = 0, told = 0, started_at = excluded.started_at,
    worked_at = excluded.worked_at, walked_at = null, finished_at = null;
  perform start_job('roll_out_design', json_build_object('businessId', business, 'passConfigurationId', design),
    nullif(at, now()), 'roll_out_design/' || business || '/' || design);
end $$;

create or replace function roll_out_design() returns trigger language plpgsql as $$
begin
  if exists (select from pass where business_id = new.business_id
      and pass_configuration_id = new.pass_configuration_id and claimed_at is not null) then
    perform begin_rollout(new.business_id, new.pass_configuration_id);
  end if;
  return null;
end $$;

-- Names that passes show of others than their member: each is on many of them. In one order, so that two who rename
-- something at once don't wait for one another.
create function roll_out_designs() returns trigger language plpgsql as $$
begin
  perform begin_rollout(d.business_id, d.pass_configuration_id) from (
    select c.business_id, c.pass_configuration_id from pass_configuration c
    where c.business_id = new.business_id and exists (select from pass p where p.business_id = c.business_id
      and p.pass_configuration_id = c.pass_configuration_id and p.claimed_at is not null)
    order by c.pass_configuration_id) d;
  return null;
end $$;
create trigger passes_follow after update of value on option_list_item for each row
  when (new.value is distinct from old.value and new.list in ('MemberLevel', 'MembershipType'))
  execute function roll_out_designs();
create trigger passes_follow after update of display_name on venue for each row
  when (new.display_name is distinct from old.display_name) execute function roll_out_designs();
create trigger passes_follow after update of display_name on business for each row
  when (new.display_name is distinct from old.display_name) execute function roll_out_designs();
