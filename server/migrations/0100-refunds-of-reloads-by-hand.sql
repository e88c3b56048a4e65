-- What could not be given back of a holder's payment somebody gives back by hand: who, when and how. Null of all others.
alter table reload_payment
  add column refunded_by text,
  add column refunded_at timestamptz,
  add column refund_note text;

-- As before, with who gave it back by hand, and how.
create or replace function note_reload_payment(p reload_payment, given_at timestamptz) returns void language plpgsql as $$
begin
  perform note_payment(row(p.business_id, p.payment_id, null, 'CardReload', 'CardOnline', p.provider, p.description,
    p.paid_cents, 0, 0, 'AUD', p.provider_payment_id, null, p.card_id, p.paid_at, null)::payment);
  perform note_refund(p.business_id, p.payment_id, case when p.state = 'Refunded' then p.paid_cents else 0 end, given_at,
    p.refunded_by, coalesce(p.refund_note, p.refusal));
end $$;
