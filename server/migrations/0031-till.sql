-- What a till needs to know again of an amount it holds: where that was, and how the receipt calls it. The hold itself,
-- and what became of it, is in the ledger.
create table till_hold (
  business_id text not null,
  hold_id text not null,
  -- The tills of one venue settle each other's holds.
  venue_no text not null,
  account_kind text not null check (account_kind in ('card', 'points')),
  owner_id text not null,
  unit text not null,
  amount bigint not null check (amount > 0),
  unit_name text not null,
  account_name text not null,
  record_name text not null,
  reference text,
  primary key (business_id, hold_id)
);
call isolate_by_business('till_hold');
