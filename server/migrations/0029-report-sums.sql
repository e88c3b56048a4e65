-- Requests of one form, and those that are decided or not: their lists are walked newest first like that of all.
create index request_session_by_form on request_session (business_id, form_id, requested_at desc, session_id desc)
  where deleted_at is null;
create index request_session_decided on request_session (business_id, kind, requested_at desc, session_id desc)
  where finalised_at is not null;
create index request_session_undecided on request_session (business_id, kind, requested_at desc, session_id desc)
  where finalised_at is null;

-- What was paid is added up from an index alone.
create index request_payment_paid on request_payment (business_id, session_id, created_at, payment_id)
  include (paid_cents, tax_cents) where paid_at is not null;

-- Sums of the disbursement account, by hour and kind of transaction. They hold its entries up to the one in
-- disbursement_kept; what came after is added when they are read. An account's entries are seen in the order of their
-- ids, so none appears later below that one.
create table disbursement_hour (
  business_id text not null references business,
  hour timestamptz not null,
  kind text not null,
  entries integer not null,
  came_in bigint not null,
  went_out bigint not null,
  -- Points turned into money: one that was taken back counts for nothing, its reversal has it the other way round.
  transfers integer not null,
  transferred_cents bigint not null,
  transferred_points bigint not null,
  last_transfer_at timestamptz,
  primary key (business_id, hour, kind)
);
call isolate_by_business('disbursement_hour');

create table disbursement_kept (
  business_id text primary key references business,
  entry_id bigint not null
);
call isolate_by_business('disbursement_kept');
