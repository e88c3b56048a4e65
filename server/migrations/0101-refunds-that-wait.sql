-- Payments for a card that could not be given back and wait for somebody, for Today.
create index concurrently reload_payment_refund_failed on reload_payment (business_id, paid_at) where state = 'RefundFailed';
