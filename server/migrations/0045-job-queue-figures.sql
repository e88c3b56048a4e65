-- How many jobs wait, are under way and have failed for good, by task: for the figures. The queue's own tables stay out of
-- the server's reach. However long the queue is, no more than the first so many of it are looked at.
create function job_queue_figures(most_jobs int) returns table (task text, waiting int, running int, failed int)
  language sql stable security definer set search_path = ''
  as $$
    select task_identifier,
      count(*) filter (where locked_at is null and attempts < max_attempts),
      count(*) filter (where locked_at is not null),
      count(*) filter (where locked_at is null and attempts >= max_attempts)
    from (
      select task_identifier, locked_at, attempts, max_attempts from graphile_worker.jobs limit most_jobs
    ) looked_at
    group by task_identifier
  $$;
revoke all on function job_queue_figures from public;
grant execute on function job_queue_figures to hub_app;
