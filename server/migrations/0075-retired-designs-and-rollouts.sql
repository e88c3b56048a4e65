-- A design that is retired is offered for no new invitation; passes of it stay as they are, and follow its changes.
alter table pass_configuration
  add column retired_at timestamptz,
  add column retired_by_name text,
  add constraint retired_by_somebody check ((retired_at is null) = (retired_by_name is null));

-- How far the last change of a design has come on its way to the phones. A change while one is under way begins anew.
create table design_rollout (
  business_id text not null,
  pass_configuration_id text not null,
  rollout_id text not null default gen_random_uuid(),
  -- Passes in each wallet when its job began, and of both: one that is in both counts twice. Nobody who saves waits for the count.
  apple integer not null default 0,
  google integer not null default 0,
  total integer not null default 0,
  -- Passes that were gone through, up to and with this one; how many wallets were to be told of them, and have been.
  last_pass_id text not null default '',
  queued integer not null default 0,
  told integer not null default 0,
  started_at timestamptz not null default now(),
  -- When it last went on: one that stands still has lost its server.
  worked_at timestamptz not null default now(),
  walked_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, pass_configuration_id),
  foreign key (business_id, pass_configuration_id) references pass_configuration
);
call isolate_by_business('design_rollout', open_to_platform => true);
create index design_rollout_at_work on design_rollout (worked_at) where walked_at is null;

-- Which change of a design a wallet is told of; null where the pass has changed by itself.
alter table wallet_news add column rollout_id text;
create index wallet_news_of_rollout on wallet_news (business_id, rollout_id) where rollout_id is not null;

-- The passes of a design are gone through in this order.
create index pass_of_configuration_in_order on pass (business_id, pass_configuration_id, pass_id)
  where claimed_at is not null;

-- How many passes of a design are in each wallet.
create function passes_on_phones(business text, design text) returns table (apple integer, google integer)
  language sql stable as $$
    select
      (select count(distinct r.pass_id) from pass p
        join apple_registration r on r.business_id = p.business_id and r.pass_id = p.pass_id
        where p.business_id = business and p.pass_configuration_id = design and p.claimed_at is not null)::integer,
      (select count(*) from pass p join google_pass g on g.business_id = p.business_id and g.pass_id = p.pass_id
        where p.business_id = business and p.pass_configuration_id = design and p.claimed_at is not null)::integer
  $$;

-- A change of a design goes to its passes batch by batch, in the lane of what goes to many: a member whose name is corrected
-- meanwhile needn't wait behind all of them.
create function roll_out_design() returns trigger language plpgsql as $$
begin
  if exists (select from pass where business_id = new.business_id
      and pass_configuration_id = new.pass_configuration_id and claimed_at is not null) then
    insert into design_rollout (business_id, pass_configuration_id)
    values (new.business_id, new.pass_configuration_id)
    on conflict (business_id, pass_configuration_id) do update set rollout_id = excluded.rollout_id,
      apple = 0, google = 0, total = 0, last_pass_id = '', queued = 0, told = 0, started_at = excluded.started_at,
      worked_at = excluded.worked_at, walked_at = null, finished_at = null;
    perform start_job('roll_out_design',
      json_build_object('businessId', new.business_id, 'passConfigurationId', new.pass_configuration_id), null,
      'roll_out_design/' || new.business_id || '/' || new.pass_configuration_id);
  end if;
  return null;
end $$;

-- What only staff see of a design isn't on any phone (`partsForStaff` in the contract). A picture changes the date alone, and a
-- design of before has nothing of what is new with this migration, which is the same as its being empty.
create function shown_of_design(document jsonb) returns jsonb language sql immutable as $$
  select ('{"iOSLocations": [], "iOSSharingProhibited": false}'::jsonb || document) - array['DisplayName', 'PassUsageLimit', 'InvitationSMSMessageBodyFormat',
    'DependentOnRelatedTwoStepMembershipRequest']
$$;
drop trigger passes_follow on pass_configuration;
drop function queue_passes_of_configurations();
create trigger passes_follow after update on pass_configuration for each row
  when (shown_of_design(new.document) is distinct from shown_of_design(old.document)
    or (new.document = old.document and new.updated_at is distinct from old.updated_at))
  execute function roll_out_design();
