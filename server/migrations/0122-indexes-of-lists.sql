-- Letters of what lists are searched by (0120).
create index concurrently request_session_words on request_session
  using gin (business_id, request_words(display_name, email, mobile, session_id) gin_trgm_ops, plain(display_name) gin_trgm_ops);
create index concurrently member_number_letters on member
  using gin (business_id, plain(membership_number) gin_trgm_ops) where membership_number is not null;
create index concurrently gone_member_text on member
  using gin (business_id, search_text gin_trgm_ops) where deleted_at is not null;
create index concurrently card_holder_name on card
  using gin (business_id, full_name(first_name, last_name) gin_trgm_ops);
create index concurrently payment_letters on payment
  using gin (business_id, payment_words(reference, number) gin_trgm_ops);
create index concurrently visitor_entry_name on visitor_entry
  using gin (business_id, full_name(first_name, last_name) gin_trgm_ops);
create index concurrently audit_entry_record_name on audit_entry
  using gin (business_id, lower(record_name) gin_trgm_ops) where record_name is not null;
create index concurrently outbox_message_letters on outbox_message
  using gin (message_words(recipient, subject, kind) gin_trgm_ops);
-- What else lists are narrowed by, in their order.
create index concurrently payment_entry_by_kind on payment_entry (business_id, payment_kind, at desc, entry_id desc);
create index concurrently audit_entry_by_actor on audit_entry (business_id, actor_id, actor_name, at desc, id desc);
create index concurrently audit_entry_by_kind on audit_entry (business_id, record_kind, at desc, id desc);
create index concurrently outbox_message_by_channel on outbox_message (channel, state, id);
create index concurrently outbox_message_of_business on outbox_message (business_id, channel, state, id);
create index concurrently visitor_entry_by_kind on visitor_entry (business_id, kind, day, signed_in_at, visit_id);
create index concurrently visitor_entry_by_venue on visitor_entry (business_id, venue_no, day, signed_in_at, visit_id);
create index concurrently request_session_by_venue on request_session
  (business_id, venue_no, kind, requested_at desc, session_id desc);
