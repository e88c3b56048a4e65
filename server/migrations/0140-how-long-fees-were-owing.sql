-- Requests that cost something, by how long they waited for a decision: which of them waited at a moment of the past is found among those
-- that were submitted no longer before it than that. One index for all would be read to its end, or from its beginning.
create index concurrently request_session_waited_an_hour on request_session (business_id, submitted_at, finalised_at)
  where due_cents is not null and finalised_at - submitted_at <= interval '1 hour';
create index concurrently request_session_waited_a_day on request_session (business_id, submitted_at, finalised_at)
  where due_cents is not null and finalised_at - submitted_at > interval '1 hour' and finalised_at - submitted_at <= interval '24 hours';
create index concurrently request_session_waited_a_week on request_session (business_id, submitted_at, finalised_at)
  where due_cents is not null and finalised_at - submitted_at > interval '24 hours' and finalised_at - submitted_at <= interval '168 hours';
create index concurrently request_session_waited_a_month on request_session (business_id, submitted_at, finalised_at)
  where due_cents is not null and finalised_at - submitted_at > interval '168 hours' and finalised_at - submitted_at <= interval '744 hours';
create index concurrently request_session_waited_a_year on request_session (business_id, submitted_at, finalised_at)
  where due_cents is not null and finalised_at - submitted_at > interval '744 hours' and finalised_at - submitted_at <= interval '8784 hours';
-- Few, and of those most are decided on since a moment that is asked for.
create index concurrently request_session_waited_longer on request_session (business_id, finalised_at, submitted_at)
  where due_cents is not null and finalised_at - submitted_at > interval '8784 hours';
