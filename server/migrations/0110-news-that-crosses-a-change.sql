-- A change of a pass that waits already (0023) holds its place in the queue until it is committed: whoever empties the queue
-- meanwhile leaves it there, or the wallets would have been told how things stood before. A statement takes its places in
-- one order, so that no two of them wait for each other.
create or replace function queue_passes(business text, passes text[]) returns void language plpgsql as $$
begin
  insert into pass_change (business_id, pass_id)
  select p.business_id, p.pass_id from pass p
  where p.business_id = business and p.pass_id = any(passes) and p.claimed_at is not null
  order by p.pass_id
  -- What isn't to be changed is locked all the same.
  on conflict (business_id, pass_id) do update set at = pass_change.at where false;
  if found and not exists (select from pass_change where business_id = business and at < now()) then
    perform start_job('raise_pass_tags', json_build_object('businessId', business));
  end if;
end $$;

-- What was given up under a key is begun anew with the next of that key: as failed for good it would stay in the list for ever.
create or replace function start_job(task text, payload json, run_at timestamptz default null, job_key text default null)
  returns void language plpgsql security definer set search_path = '' as $$
begin
  if job_key is not null then
    delete from graphile_worker._private_jobs j
    where j.key = job_key and j.locked_at is null and j.attempts >= j.max_attempts;
  end if;
  perform graphile_worker.add_job(task, payload, run_at := run_at, job_key := job_key, max_attempts := 12);
end $$;
