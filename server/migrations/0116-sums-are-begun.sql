-- What a business has by now is added up as soon as this version begins, and not only when the clock says so: until then all of it is
-- added up at each read.
call for_each_business($$
  select start_job('keep_ledger_sums', '{}', job_key => 'keep_ledger_sums') from ledger_transaction
  where business_id = $1 limit 1 $$);
call pg_temp.must_be_none('Nobody is told to add up the ledger.', $$
  select from ledger_transaction
  where not exists (select from graphile_worker.jobs where key = 'keep_ledger_sums') $$);
