-- How many jobs wait, are under way and have failed for good, by task, and since how long the oldest is due: for the
-- figures. Beside job_queue_figures, which the former version asks while it goes on serving.
create function job_queue_state(most_jobs int)
  returns table (task text, waiting int, running int, failed int, oldest float8)
  language sql stable security definer set search_path = ''
  as $$
    select task_identifier,
      count(*) filter (where locked_at is null and attempts < max_attempts),
      count(*) filter (where locked_at is not null),
      count(*) filter (where locked_at is null and attempts >= max_attempts),
      coalesce(extract(epoch from now() -
        min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)
    from (
      select task_identifier, locked_at, attempts, max_attempts, run_at from graphile_worker.jobs limit most_jobs
    ) looked_at
    group by task_identifier
  $$;
revoke all on function job_queue_state from public;
grant execute on function job_queue_state to hub_app;

-- Whether a message that waits will be sent without anybody's doing: its job is due any moment, or was begun so lately that it
-- may still be under way. One whose process died in its last try, or that waits for a try hours from now, isn't.
create function message_is_on_its_way(business text, message bigint) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where (t.identifier like 'deliver\_message%' or t.identifier = 'send_message')
        and j.payload ->> 'id' = message::text and j.payload ->> 'businessId' = business
        and case when j.locked_at is null then j.attempts < j.max_attempts and j.run_at < now() + interval '1 minute'
          else j.locked_at > now() - interval '2 minutes' end)
  $$;
revoke all on function message_is_on_its_way from public;
grant execute on function message_is_on_its_way to hub_app;

-- Takes out of the queue what would send a message some time, so that whoever sends it again sends it once.
create function forget_jobs_of_message(business text, message bigint) returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and (t.identifier like 'deliver\_message%' or t.identifier = 'send_message')
      and j.payload ->> 'id' = message::text and j.payload ->> 'businessId' = business and j.locked_at is null
  $$;
revoke all on function forget_jobs_of_message from public;
grant execute on function forget_jobs_of_message to hub_app;
