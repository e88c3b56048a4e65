-- Whether anybody was ever issued a pass of a design, which those of claimed ones don't tell.
create index concurrently pass_of_design on pass (business_id, pass_configuration_id);
-- When the newest of what waits for a decision came.
create index concurrently request_session_newest_waiting on request_session (business_id, kind, submitted_at)
  where next_step in ('User Completed', 'Error') and finalised_at is null and deleted_at is null;
