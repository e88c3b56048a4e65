-- Whose membership ends on certain days, of each set of traits: one that has grace ends later, another never.
create index concurrently member_standing_ending on member_standing (business_id, traits, financial_until) where is_there;
-- What waits for the bureau's next file, and what of a file waits for its answer: few among all that were ever ordered.
create index concurrently card_order_to_export on card_order (business_id, created_at, order_id)
  where status = 'Ordered' and batch_number is null;
create index concurrently card_order_unanswered on card_order (business_id, batch_number) where status = 'Ordered';
