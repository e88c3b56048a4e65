-- Jobs that failed, for those who look after the installation: what was given up, and what waits for its next try. The queue's
-- own tables stay out of the server's reach.
create function failed_jobs(before_id bigint, most int, wanted_state text, wanted_task text, wanted_business text)
  returns table (
    id bigint, task text, business_id text, state text, tries int, most_tries int, reason text,
    created_at timestamptz, last_tried_at timestamptz, next_try_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select j.id, t.identifier, nullif(j.payload ->> 'businessId', '*'), s.state, j.attempts, j.max_attempts,
      left(coalesce(j.last_error, 'The process that worked on it was lost.'), 2000), j.created_at,
      -- The next try, or what would have been the next, is so much later than the last.
      case when j.last_error is null then j.updated_at else j.run_at - exp(least(j.attempts, 10)) * interval '1 second' end,
      case when s.state = 'Retrying' then j.run_at end
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id,
    lateral (select case when j.attempts >= j.max_attempts then 'Failed' else 'Retrying' end as state) s
    where (j.last_error is not null or j.attempts >= j.max_attempts) and j.locked_at is null
      and (before_id is null or j.id < before_id)
      and (wanted_state is null or s.state = wanted_state)
      and (wanted_task is null or t.identifier = wanted_task)
      and (wanted_business is null or j.payload ->> 'businessId' = wanted_business)
    order by j.id desc limit most
  $$;
revoke all on function failed_jobs from public;
grant execute on function failed_jobs to hub_app;

-- One of them, or all of a task, is due at once, as if it had never failed; what was given up gets all of its tries again.
-- Tells how many.
create function retry_failed_jobs(wanted_id bigint, wanted_task text) returns int
  language sql volatile security definer set search_path = ''
  as $$
    with wanted as (
      select j.id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.last_error is not null or j.attempts >= j.max_attempts) and j.locked_at is null
        and (j.id = wanted_id or (wanted_id is null and t.identifier = wanted_task))
      for update of j skip locked
    ), retried as (
      update graphile_worker._private_jobs j set run_at = now(), updated_at = now(), last_error = null,
        attempts = case when j.attempts >= j.max_attempts then 0 else j.attempts end
      from wanted where j.id = wanted.id
      returning j.id
    )
    select count(*)::int from retried
  $$;
revoke all on function retry_failed_jobs from public;
grant execute on function retry_failed_jobs to hub_app;

-- Takes one out that was given up.
create function drop_failed_job(wanted_id bigint) returns boolean
  language sql volatile security definer set search_path = ''
  as $$
    with dropped as (
      delete from graphile_worker._private_jobs
      where id = wanted_id and locked_at is null and attempts >= max_attempts returning id
    )
    select exists (select from dropped)
  $$;
revoke all on function drop_failed_job from public;
grant execute on function drop_failed_job to hub_app;
