-- Looks an intent up in one round trip. The lock is held to the end of the transaction: a second request meanwhile is told
-- so instead of waiting. Each statement of a volatile function sees what was committed before it, so the second sees what
-- the holder of the lock before us left.
create function recall_intent(
  p_business text, p_actor text, p_key text, p_lock text,
  out is_free boolean, out request_hash bytea, out status integer, out response json
) language plpgsql volatile as $$
begin
  is_free := pg_try_advisory_xact_lock(hashtextextended(p_lock, 0));
  if is_free then
    select k.request_hash, k.status, k.response into request_hash, status, response from idempotency_key k
    where k.business_id = p_business and k.actor_id = p_actor and k.key = p_key;
  end if;
end $$;
