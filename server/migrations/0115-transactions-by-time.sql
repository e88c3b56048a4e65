-- The transactions of a period, the newest first, of one business.
create index concurrently ledger_transaction_by_time on ledger_transaction (business_id, at, transaction_id);
