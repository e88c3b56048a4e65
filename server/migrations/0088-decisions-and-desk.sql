-- Why a request was rejected, by the business's list; who of the staff has it; and who started it at the desk for somebody.
alter table request_session add rejection_reason text, add assigned_to text, add started_by text;

-- What waits, the oldest first.
create index request_session_next on request_session (business_id, kind, requested_at, session_id)
  where next_step in ('User Completed', 'Error') and finalised_at is null and deleted_at is null;
-- Few among many that were accepted.
create index request_session_rejected on request_session (business_id, kind, requested_at desc, session_id desc)
  where not is_accepted;
create index request_session_assigned on request_session (business_id, assigned_to, kind, requested_at desc, session_id desc)
  where assigned_to is not null;

-- The reasons that a business rejects requests for. One without a row has the usual ones, which the contract names.
create table rejection_reasons (
  business_id text primary key references business,
  reasons text[] not null
);
call isolate_by_business('rejection_reasons');
