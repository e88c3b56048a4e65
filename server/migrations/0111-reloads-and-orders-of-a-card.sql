-- What points to a card is looked through wherever one is erased, or shown with what was done with it.
create index concurrently card_reload_by_card on card_reload (business_id, card_id);
create index concurrently card_order_by_card on card_order (business_id, card_id);
