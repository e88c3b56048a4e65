-- Who a member is now: one who was merged into another is that one, who may have been merged in turn.
create function current_member(member text) returns text
  language sql stable
  return coalesce((
    with recursive one as (
      select m.member_id, m.deleted_at is not null as is_gone, 0 as steps from member m
      where m.business_id = current_business() and m.member_id = member collate "default"
      union all
      select m.member_id, m.deleted_at is not null, one.steps + 1
      from one
      cross join lateral (
        select g.survivor_id from member_merge g
        where g.business_id = current_business() and g.other_id = one.member_id and g.undone_at is null
        order by g.at desc limit 1
      ) merge
      join member m on m.business_id = current_business() and m.member_id = merge.survivor_id
      where one.is_gone and one.steps < 100
    )
    select member_id from one order by steps desc limit 1
  ), member);

-- As before, but points that come back find the member who has the others by now. There they count as new, as those do
-- that came with the merge.
create or replace function settle_hold(
  p_hold_id bigint, p_outcome text, p_kind text, p_actor_id text, p_actor_name text,
  p_captured bigint default 0, p_to_kind text default null, p_to_owner text default null,
  p_reference text default null, p_description text default null, p_note text default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  hold record;
  rest bigint;
  receiver text;
begin
  select h.amount, h.expires_at, h.outcome, a.kind, a.owner_id, a.unit into hold
  from ledger_hold h join ledger_account a on a.business_id = h.business_id and a.account_id = h.account_id
  where h.business_id = business and h.hold_id = p_hold_id for no key update of h;
  if not found then return; end if;
  if hold.outcome is not null then
    raise exception 'the hold is settled' using errcode = 'HL003', detail = hold.outcome;
  elsif p_outcome = 'Captured' and hold.expires_at <= clock_timestamp() then
    raise exception 'the hold has expired' using errcode = 'HL004';
  elsif p_captured > hold.amount then
    raise exception 'more than was held' using errcode = 'HL005', detail = hold.amount::text;
  end if;
  rest := hold.amount - p_captured;
  receiver := case when hold.kind = 'points' then current_member(hold.owner_id) else hold.owner_id end;
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array['in-flight'] || case when rest > 0 then array[hold.kind] else '{}' end
      || case when p_captured > 0 then array[p_to_kind] else '{}' end,
    array[hold.kind || '/' || hold.owner_id] || case when rest > 0 then array[receiver] else '{}' end
      || case when p_captured > 0 then array[p_to_owner] else '{}' end,
    array_fill(hold.unit, array[1 + (rest > 0)::integer + (p_captured > 0)::integer]),
    array[-hold.amount] || case when rest > 0 then array[rest] else '{}' end
      || case when p_captured > 0 then array[p_captured] else '{}' end,
    p_reference, p_description, p_note,
    p_gives_back => array[false, rest > 0 and receiver = hold.owner_id], p_hold_id => p_hold_id) p;
  update ledger_hold h set outcome = p_outcome, captured = p_captured, settled_by = settle_hold.transaction_id
  where h.business_id = business and h.hold_id = p_hold_id;
  select array[a.balance] into balances from ledger_account a
  where a.business_id = business and a.kind = hold.kind and a.owner_id = receiver and a.unit = hold.unit;
end $$;

create or replace function refund_transaction(
  p_transaction_id bigint, p_kind text, p_actor_id text, p_actor_name text,
  p_from_kind text, p_from_owner text, p_to_kind text, p_to_owner text, p_unit text, p_amount bigint,
  p_reference text default null, p_description text default null, p_note text default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  source bigint;
  refundable bigint;
  receiver text := case when p_to_kind = 'points' then current_member(p_to_owner) else p_to_owner end;
begin
  perform from ledger_transaction t
  where t.business_id = business and t.transaction_id = p_transaction_id for no key update;
  if not found then return; end if;
  if exists (select from ledger_transaction t where t.business_id = business and t.reverses = p_transaction_id) then
    raise exception 'the transaction was taken back' using errcode = 'HL006';
  end if;
  select a.account_id into source from ledger_account a where a.business_id = business
    and a.kind = p_from_kind and a.owner_id = p_from_owner and a.unit = p_unit;
  select coalesce(sum(e.amount), 0) into refundable from ledger_entry e
  where e.business_id = business and e.account_id = source and e.transaction_id in (
    select p_transaction_id union all
    select t.transaction_id from ledger_transaction t
    where t.business_id = business and t.refunds = p_transaction_id);
  if p_amount > refundable then
    raise exception 'more than can be refunded' using errcode = 'HL005', detail = greatest(refundable, 0)::text;
  end if;
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array[p_from_kind, p_to_kind], array[p_from_owner, receiver], array[p_unit, p_unit], array[-p_amount, p_amount],
    p_reference, p_description, p_note,
    p_gives_back => array[false, receiver = p_to_owner], p_refunds => p_transaction_id) p;
end $$;
