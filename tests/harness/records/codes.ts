import pg from 'pg'
import { superuserUrl } from '#tests/database.ts'

/** Gives a member of Harbourside a badge that somebody has already, as could be done before codes were kept apart. */
export async function makeDouble(databaseUrl: string, memberId: string, badge: string): Promise<void> {
  const owner = new pg.Client(superuserUrl(databaseUrl))
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('alter table member disable trigger codes_follow')
    await owner.query('update member set badge_number = $1 where member_id = $2', [badge, memberId])
    await owner.query('alter table member enable trigger codes_follow')
    await owner.query(
      `insert into scan_code (business_id, code_key, besides, holder_kind, holder_id)
       values ('harbourside', code_key($1), 'Member ' || $2, 'Member', $2)`,
      [badge, memberId],
    )
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}
