-- Codes of passes that open nothing any more, since they were used or another was sent: whoever has lost their pass asks
-- for a fresh link with the one they have.
create table pass_former_code (
  business_id text not null,
  code_hash bytea not null,
  pass_id text not null,
  primary key (business_id, code_hash),
  foreign key (business_id, pass_id) references pass
);
-- The holder of a code is known before their business is.
call isolate_by_business('pass_former_code', open_to_platform => true);
create index pass_former_code_by_hash on pass_former_code (code_hash);

create function keep_former_code() returns trigger language plpgsql as $$
begin
  insert into pass_former_code (business_id, code_hash, pass_id)
  values (old.business_id, old.code_hash, old.pass_id) on conflict do nothing;
  return null;
end $$;
create trigger former_codes_are_kept after update of code_hash on pass
  for each row when (old.code_hash is distinct from new.code_hash and old.code_hash is not null)
  execute function keep_former_code();

-- When somebody last asked for one.
alter table pass add column link_sent_at timestamptz;
