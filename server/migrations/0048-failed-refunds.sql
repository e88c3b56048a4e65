-- A refund that the provider refuses, or that was tried to the last try, ends: a person sees and settles it. The state in the
-- table stays 'Refunding', with the time it failed at beside it: the former version, which goes on serving meanwhile, knows
-- no other state and would fail on one.
alter table request_payment
  add refund_failed_at timestamptz,
  add refund_failure text,
  -- The provider answers what it is asked for under the same key as it did the first time, also with a refusal. After a
  -- refusal nothing was given back, and the next round has a key of its own; where no answer came it keeps the key.
  add refund_round integer not null default 1,
  -- How the applicant is to hear of it; null for the usual way.
  add refund_notify text,
  -- Who gave it back by hand, and how.
  add refunded_by text,
  add refund_note text;

create index request_payment_refunding on request_payment (business_id, session_id) where state = 'Refunding';
-- The provider's notices of refunds name the payment as the provider does.
create index request_payment_by_provider_id on request_payment (provider_payment_id);

-- Whether the queue still has a job of this key that is under way or will be tried. The queue's own tables stay out of the server's reach.
create function has_job(job_key text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from graphile_worker.jobs j
      where j.key = job_key and (j.locked_at is not null or j.attempts < j.max_attempts))
  $$;
revoke all on function has_job from public;
grant execute on function has_job to hub_app;
