-- Why a request waits for the staff, in words, once that is known: null for one that goes on by itself, and for those
-- that came to wait under a former version.
alter table request_session add column waits_because text;
-- The hash of the code that opens the digital card of who is accepted without a review: made of the session's secret,
-- which nobody keeps.
alter table request_session add column pass_code_hash bytea;
