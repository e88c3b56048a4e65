-- Backups that were begun by themselves: good once it has its size, failed once it says why; neither while it is under way, or
-- after it was broken off. By these rows Hub knows which files are its own to remove.
create table nightly_backup (
  file text primary key,
  taken_at timestamptz not null,
  bytes bigint check (bytes > 0),
  failure text,
  check (bytes is null or failure is null)
);
