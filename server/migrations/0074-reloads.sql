-- The most that may be on a reloadable card, and be added to it on a day of the business; null for any amount.
alter table card_program
  add column maximum_balance_cents bigint check (maximum_balance_cents > 0),
  add column maximum_reload_cents_per_day bigint check (maximum_reload_cents_per_day > 0);

-- What was added to a card, beside the ledger's transaction of it: what it was called then, and where and how it was paid in.
create table card_reload (
  business_id text not null,
  transaction_id text not null,
  card_id text not null,
  cents bigint not null check (cents > 0),
  account_name text not null,
  -- The venue whose till took the money; null where the business gave it.
  venue_no text,
  tender text check (tender in ('Cash', 'Card')),
  primary key (business_id, transaction_id),
  foreign key (business_id, card_id) references card,
  check ((venue_no is null) = (tender is null))
);
call isolate_by_business('card_reload');
