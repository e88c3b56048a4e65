-- Who did what to a record since somebody signed in: asked by each save that names no revision.
create index audit_entry_by_record on audit_entry (business_id, record_kind, record_id, at desc, id desc)
  where record_id is not null;

-- An entry is as old as what it tells, which others see from its commit on: a transaction may have waited long before that.
alter table audit_entry alter column at set default clock_timestamp();
