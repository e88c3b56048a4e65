-- Whether holders may add money to their cards of a program by themselves, by paying on the card's page.
alter table card_program add column allows_holder_reload boolean not null default false;

-- What a holder pays, or was about to pay, to add it to their card. Nothing is set aside for it before it is paid.
create table reload_payment (
  business_id text not null,
  payment_id text not null default gen_random_uuid(),
  card_id text not null,
  provider text not null check (provider in ('Stripe', 'Test')),
  state text not null default 'Opening'
    check (state in ('Opening', 'Open', 'Paid', 'Expired', 'Refunding', 'Refunded', 'RefundFailed')),
  description text not null,
  cents bigint not null check (cents > 0),
  checkout_id text,
  checkout_url text,
  provider_payment_id text,
  paid_cents bigint,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- The ledger's transaction that put it on a card; null unless it did.
  transaction_id text,
  -- Why it didn't get onto a card, and is given back.
  refusal text,
  refund_failure text,
  refund_round integer not null default 1,
  primary key (business_id, payment_id),
  foreign key (business_id, card_id) references card,
  check ((state = 'Paid') = (transaction_id is not null))
);
-- The provider's notices name the payment, and the job that looks for forgotten ones goes through all businesses.
call isolate_by_business('reload_payment', open_to_platform => true);
create index reload_payment_by_card on reload_payment (business_id, card_id, created_at);
create unique index reload_payment_by_checkout on reload_payment (checkout_id);
create index reload_payment_by_provider_id on reload_payment (provider_payment_id);
create index reload_payment_unsettled on reload_payment (created_at) where state in ('Opening', 'Open', 'Refunding');

-- What was paid online was paid at no venue. The checks are wider than they were: all that is there fits them.
alter table card_reload
  add column payment_id text,
  drop constraint card_reload_tender_check,
  drop constraint card_reload_check,
  add constraint card_reload_tender_check check (tender in ('Cash', 'Card', 'Online')),
  add constraint card_reload_check check ((venue_no is null) = (tender is null or tender = 'Online')),
  add constraint card_reload_online check ((payment_id is null) = (tender is null or tender <> 'Online'));
-- However often it is told that something was paid, it gets onto a card once.
create unique index card_reload_by_payment on card_reload (business_id, payment_id);
