import type { TestHub } from './hub.ts'

/** Gives a member of Harbourside a badge that somebody has already, as could be done before codes were kept apart. */
export async function makeDouble(hub: TestHub, memberId: string, badge: string): Promise<void> {
  await hub.owner.query('begin')
  await hub.owner.query('alter table member disable trigger codes_follow')
  await hub.owner.query('update member set badge_number = $1 where member_id = $2', [badge, memberId])
  await hub.owner.query('alter table member enable trigger codes_follow')
  await hub.owner.query(
    `insert into scan_code (business_id, code_key, besides, holder_kind, holder_id)
     values ('harbourside', code_key($1), 'Member ' || $2, 'Member', $2)`,
    [badge, memberId],
  )
  await hub.owner.query('commit')
}
