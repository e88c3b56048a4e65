-- What ends on one day, in an order that is kept: where all end on 30 June, a job goes through them from place to place.
create index concurrently member_of_financial_date on member (business_id, date_financial, member_id) where deleted_at is null;
create index concurrently card_offers_of_a_day on card (business_id, offer_expiry_date, card_id) where status = 'Pending';
create index concurrently card_expiries_of_a_day on card (business_id, plastic_expiry_date, card_id)
  where status in ('Active', 'Inactive', 'LostStolen') and plastic_expiry_date is not null;
