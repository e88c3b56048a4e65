-- Sums of the ledger: what moved each kind of account, by quarter of an hour and by day (both of UTC: no zone's day begins between
-- two quarters). They hold the transactions up to the one in ledger_kept; what came after is added when they are read.
create table ledger_sum (
  business_id text not null references business,
  span text not null check (span in ('Day', 'Quarter')),
  since timestamptz not null,
  account_kind text not null,
  unit text collate "C" not null,
  -- Whose: empty for members, cards and passes, of whom there are many. Of what was paid for reloads it is 'reload/' and how.
  owner_id text collate "C" not null,
  -- Of points the venue of their member, of reloads that of the till; empty for all else.
  venue_no text not null,
  -- Of the transactions.
  kind text not null,
  entries bigint not null,
  came_in bigint not null,
  went_out bigint not null,
  -- How many of the entries took something off.
  outgoing bigint not null,
  -- Of points: what of it expired, and what was turned into money. One that was taken back counts for nothing, as its reversal
  -- has it the other way round; those that were made are counted beside.
  broken bigint not null,
  transfers bigint not null,
  made bigint not null,
  transferred_cents bigint not null,
  transferred_points bigint not null,
  primary key (business_id, span, account_kind, since, unit, owner_id, venue_no, kind)
);
call isolate_by_business('ledger_sum');

-- Transactions get their ids before they are seen, and not in that order. So an id is marked first, with the next of the
-- database's own transactions at that moment: once all before that one have ended, none at or below the mark is still to come.
create table ledger_kept (
  business_id text primary key references business,
  transaction_id bigint not null default 0,
  marked bigint not null default 0,
  marked_before xid8
);
call isolate_by_business('ledger_kept');

-- Members who have changed their venue since: the sums have their points at this one.
create table points_summed_at (
  business_id text not null references business,
  member_id text not null,
  venue_no text not null,
  primary key (business_id, member_id)
);
call isolate_by_business('points_summed_at');

create function note_where_points_are_summed() returns trigger language plpgsql as $$
begin
  -- One that is there stays as it is, but is locked: whoever is about to add it up elsewhere has to see this change.
  insert into points_summed_at (business_id, member_id, venue_no) values (new.business_id, new.member_id, old.venue_no)
  on conflict (business_id, member_id) do update set member_id = excluded.member_id;
  return null;
end $$;
create trigger points_are_summed_elsewhere after update of venue_no on member
  for each row when (new.venue_no <> old.venue_no) execute function note_where_points_are_summed();
