-- How many members a role may write to at once, in hundredths as the other limits; null for any number.
alter table role_limit add column sending_per_act bigint check (sending_per_act >= 0);

-- A sending can be paused, and goes to no more than somebody agreed to. Those of before say nothing of it.
alter table pass_invitation_run add column to_invite integer;
alter table pass_invitation_run drop constraint pass_invitation_run_state_check;
alter table pass_invitation_run add constraint pass_invitation_run_state_check
  check (state in ('Running', 'Paused', 'Done', 'Stopped', 'Failed'));
-- One at a time in a business, paused ones among them. The former version finds this one, too, when it starts another.
create unique index pass_invitation_run_open on pass_invitation_run (business_id) where state in ('Running', 'Paused');
drop index pass_invitation_run_at_work;

-- What became of each member a sending has come to. The member is no reference: it tells what was sent at the time, whatever became
-- of the record since. How a message fared is in the outbox.
create table pass_invitation_recipient (
  business_id text not null references business,
  run_id text not null,
  member_id text not null,
  outcome text not null check (outcome in ('Invited', 'Skipped', 'Unreachable')),
  reason text check (reason in ('HasCard', 'TakenAway', 'NotFinancial', 'Beyond')),
  message_id bigint,
  at timestamptz not null default now(),
  primary key (business_id, run_id, member_id),
  foreign key (business_id, run_id) references pass_invitation_run on delete cascade
);
call isolate_by_business('pass_invitation_recipient');
-- Of those whose message failed, or waits: they are few, and looked for by what the outbox has of them.
create index pass_invitation_recipient_by_message on pass_invitation_recipient (business_id, run_id, message_id)
  where message_id is not null;
create index pass_invitation_recipient_by_outcome on pass_invitation_recipient (business_id, run_id, outcome, member_id);
