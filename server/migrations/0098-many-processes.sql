-- What many processes share: how often somebody has called within a minute, and each business's own numbers for changed passes.

-- Calls of a minute that begins with the first of them, by limit and caller. Each process adds what it has counted, several times a
-- second: what a crash of the database empties has to do with that minute alone, so that it isn't worth its place in the log.
create unlogged table call_count (
  name text not null,
  subject text not null,
  calls integer not null,
  ends_at timestamptz not null,
  primary key (name, subject)
);

-- The number of the last change of passes that wallets were told of, one row for each business: whoever gives out the next one has
-- locked it until their transaction ends, so that none appears below one that somebody has seen.
create table pass_tag (
  business_id text primary key references business,
  last_tag bigint not null
);
call isolate_by_business('pass_tag');

-- Milliseconds, so that it is above all that the one sequence for everybody gave out before, and those of different businesses
-- follow each other nearly as their changes did. Never below the business's last, whatever the clock says.
create function next_pass_tag(business text) returns bigint language sql as $$
  insert into pass_tag as known (business_id, last_tag)
  values (business, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  on conflict (business_id) do update set last_tag = greatest(known.last_tag + 1, excluded.last_tag)
  returning last_tag
$$;

-- One that no wallet has heard of yet: above the nothing that a wallet begins with.
alter table pass alter column update_tag set default 1;

-- The former version takes numbers from the sequence: while it serves beside this one, what it would give out becomes the business's
-- next. Both can go, with the sequence, once no former version is left.
create function tag_as_business() returns trigger language plpgsql as $$
begin
  new.update_tag := next_pass_tag(new.business_id);
  return new;
end $$;
create trigger passes_tag_as_business before update of update_tag on pass
  for each row when (new.update_tag < 1000000000000) execute function tag_as_business();

-- The processes that are at work, each with a line of its own that it writes every minute. One that was killed is known by its age.
create unlogged table process_beat (
  process_id text primary key,
  -- The machine and the process's number there.
  name text not null,
  role text not null,
  version text not null,
  -- How far its clock is ahead of the database's; null if it couldn't tell.
  clock_off_ms double precision,
  beat_at timestamptz not null default now()
);
