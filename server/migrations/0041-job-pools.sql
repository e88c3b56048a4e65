-- Who takes jobs from the queue, under the name that the queue keeps with a job under way (`locked_by`). Each says again and
-- again that it lives, by the database's clock. Who has been silent is taken for dead, and its jobs are given back. The
-- former version isn't listed here, and so is never taken for dead: its jobs are left to the queue's own rule of 4 hours.
create table job_pool (
  id text primary key,
  beat_at timestamptz not null default now(),
  -- Since when it has never been silent for long. Who has been can't tell whether others are dead or were kept from it, too,
  -- by a database that was down or a machine that was asleep.
  steady_since timestamptz not null default now(),
  -- When its jobs were given back. Should it live after all, this tells it so.
  lost_at timestamptz
);
-- As the queue's own tables it stays out of the server's reach.
revoke all on job_pool from hub_app;
