-- Passes: the digital membership cards of members. One is sent as an invitation, and is theirs once they have claimed it.

-- One for all businesses: a device asks for all that has changed since a number, whosever passes it carries.
create sequence pass_update_tag;

create table pass (
  business_id text not null,
  pass_id text not null default gen_random_uuid(),
  pass_configuration_id text not null,
  member_id text not null,
  -- What wallets know it by, whatever the business.
  serial text not null default gen_random_uuid(),
  -- What doors know it by, and its barcode says where the design wants it.
  coupon_code text not null check (length(coupon_code) = 12),
  -- The code of the invitation, until somebody claims the pass with it.
  code_hash bytea,
  -- What the page of whoever has claimed it is known by.
  holder_hash bytea,
  usage_count integer not null default 0 check (usage_count >= 0),
  invited_to text not null,
  invited_at timestamptz not null default now(),
  -- From here on it is valid; anew when it is sent again after it has expired.
  issued_at timestamptz not null default now(),
  issued_by_id text not null,
  issued_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  revoked_at timestamptz,
  revoked_by_name text,
  revoke_reason text,
  -- Grows with every change that a wallet has to be told of; given out one transaction after the other, so that none
  -- appears below one that somebody has seen.
  update_tag bigint not null default nextval('pass_update_tag'),
  changed_at timestamptz not null default now(),
  primary key (business_id, pass_id),
  foreign key (business_id, pass_configuration_id) references pass_configuration,
  foreign key (business_id, member_id) references member,
  check ((holder_hash is null) = (claimed_at is null)),
  check ((revoked_at is null) = (revoked_by_name is null) and (revoked_at is null) = (revoke_reason is null)),
  check (revoked_at is null or code_hash is null)
) with (fillfactor = 85);
-- Wallets and holders of a code are known before their business is.
call isolate_by_business('pass', open_to_platform => true);
-- A member has a pass of a design once; one that was revoked stays to be seen.
create unique index pass_of_member on pass (business_id, member_id, pass_configuration_id) where revoked_at is null;
create index pass_of_member_newest on pass (business_id, member_id, created_at, pass_id);
create index pass_of_configuration on pass (business_id, pass_configuration_id) where claimed_at is not null;
create unique index pass_by_coupon on pass (business_id, coupon_code);
create unique index pass_by_serial on pass (serial);
create unique index pass_by_code on pass (code_hash) where code_hash is not null;
create unique index pass_by_holder on pass (holder_hash) where holder_hash is not null;

-- What has become of each pass by now, as its design says: a pass follows its member and the calendar by itself, and
-- one that is void as long as a member isn't financial works again when they have renewed.
create view pass_now with (security_invoker = true) as
  select p.*, m.first_name || ' ' || m.last_name as member_name, c.display_name, (c.document ->> 'PassUsageLimit')::integer as usage_limit,
    p.issued_at + make_interval(months => (c.document ->> 'ExpiresAfterMonths')::integer) as expires_at,
    case when p.revoked_at is not null then 'Revoked'
      when m.deleted_at is not null and (c.document ->> 'VoidWhenMemberDeleted')::boolean then 'Void'
      when (c.document ->> 'VoidWhenUnfinancial')::boolean and not coalesce(m.date_financial >= current_date, false)
        then 'Void'
      when p.issued_at + make_interval(months => (c.document ->> 'ExpiresAfterMonths')::integer) <= now() then 'Expired'
      when p.claimed_at is null then 'Invited'
      else 'Active' end as state
  from pass p
  join member m on m.business_id = p.business_id and m.member_id = p.member_id
  join pass_configuration c
    on c.business_id = p.business_id and c.pass_configuration_id = p.pass_configuration_id;
revoke insert, update, delete on pass_now from hub_app;

-- Passes that wallets have yet to be told of. Whatever changes one puts it here in its own transaction.
create table pass_change (
  business_id text not null,
  pass_id text not null,
  at timestamptz not null default now(),
  primary key (business_id, pass_id),
  foreign key (business_id, pass_id) references pass
);
call isolate_by_business('pass_change', open_to_platform => true);

-- Puts passes into the queue, however many, in one statement; what nobody has claimed is in no wallet. A job is started
-- where none can be under way: one for each change would be thousands that find nothing to do.
create function queue_passes(business text, passes text[]) returns void language plpgsql as $$
begin
  insert into pass_change (business_id, pass_id)
  select p.business_id, p.pass_id from pass p
  where p.business_id = business and p.pass_id = any(passes) and p.claimed_at is not null
  on conflict do nothing;
  if found and not exists (select from pass_change where business_id = business and at < now()) then
    perform start_job('raise_pass_tags', json_build_object('businessId', business));
  end if;
end $$;

create function queue_passes_of_members() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select p.business_id, array_agg(p.pass_id) as passes
    from changed_rows r join pass p on p.business_id = r.business_id and p.member_id = r.member_id
    where p.claimed_at is not null group by p.business_id
  loop
    perform queue_passes(changed.business_id, changed.passes);
  end loop;
  return null;
end $$;
create trigger passes_follow after update on member referencing new table as changed_rows
  for each statement execute function queue_passes_of_members();

create function queue_passes_of_configurations() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select p.business_id, array_agg(p.pass_id) as passes
    from changed_rows r join pass p
      on p.business_id = r.business_id and p.pass_configuration_id = r.pass_configuration_id
    where p.claimed_at is not null group by p.business_id
  loop
    perform queue_passes(changed.business_id, changed.passes);
  end loop;
  return null;
end $$;
-- A change of its pictures is a change of the design, too.
create trigger passes_follow after update on pass_configuration referencing new table as changed_rows
  for each statement execute function queue_passes_of_configurations();
create function queue_this_pass() returns trigger language plpgsql as $$
begin
  perform queue_passes(new.business_id, array[new.pass_id]);
  return null;
end $$;
create trigger passes_follow_themselves after update of member_id, revoked_at, issued_at on pass
  for each row when (new.claimed_at is not null) execute function queue_this_pass();

-- The purse of a pass is among what it shows.
create function queue_pass_of_purse() returns trigger language plpgsql as $$
begin
  perform queue_passes(new.business_id, array[new.owner_id]);
  return null;
end $$;
create trigger passes_follow_purse after update of balance on ledger_account
  for each row when (new.kind = 'purse') execute function queue_pass_of_purse();

-- A pass is used by a scan that counts, and isn't once that is undone or turns out to be the second. Codes of passes are
-- of one length, so that nothing is looked up for most others.
create function count_pass_use() returns trigger language plpgsql as $$
declare
  was integer := case when tg_op = 'UPDATE' and old.result = 'Valid' and old.undone_at is null then 1 else 0 end;
  is_now integer := case when new.result = 'Valid' and new.undone_at is null then 1 else 0 end;
begin
  if is_now <> was then
    update pass set usage_count = greatest(usage_count + is_now - was, 0)
    where business_id = new.business_id and coupon_code = upper(new.code);
  end if;
  return null;
end $$;
create trigger passes_are_used_insert after insert on event_scan
  for each row when (length(new.code) = 12) execute function count_pass_use();
create trigger passes_are_used_update after update of result, undone_at on event_scan
  for each row when (length(new.code) = 12) execute function count_pass_use();

-- Invitations to all members of a search, sent batch by batch.
create table pass_invitation_run (
  business_id text not null references business,
  run_id text not null default gen_random_uuid(),
  pass_configuration_id text not null,
  -- Whom it is for: the search as it was, with the venues of whoever started it.
  search jsonb not null,
  venues text[],
  state text not null default 'Running' check (state in ('Running', 'Done', 'Stopped', 'Failed')),
  -- Members that were to be gone through, and those that have been, up to and with this one.
  total integer not null,
  seen integer not null default 0,
  last_member_id text not null default '',
  invited integer not null default 0,
  -- They had a pass of the design already.
  skipped integer not null default 0,
  -- They have neither a mobile number nor an e-mail address.
  unreachable integer not null default 0,
  -- Where links lead to.
  origin text not null,
  actor_id text not null,
  actor_name text not null,
  address text not null,
  request_id text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When it last went on: one that stands still has lost its server.
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  tries integer not null default 0,
  primary key (business_id, run_id),
  foreign key (business_id, pass_configuration_id) references pass_configuration
);
call isolate_by_business('pass_invitation_run', open_to_platform => true);
create index pass_invitation_run_newest on pass_invitation_run (business_id, created_at, run_id);
-- One at a time in a business.
create unique index pass_invitation_run_at_work on pass_invitation_run (business_id) where state = 'Running';
