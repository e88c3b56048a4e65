-- What the holder of a card agrees to by activating it, in the words of the business.
alter table card_program add column terms text not null default '';

-- A code that was used is kept, so that its holder can ask for a fresh link with it. Beside it is the hash of the secret
-- that the holder's browser made and keeps: with it they see their card again.
alter table card_offer
  add column used_at timestamptz,
  -- When a fresh link was last sent.
  add column link_sent_at timestamptz,
  add column holder_hash bytea,
  add check (used_at is null or holder_hash is not null);
create index card_offer_by_holder on card_offer (holder_hash) where holder_hash is not null;
