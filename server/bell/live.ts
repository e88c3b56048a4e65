import sql from 'sql-template-tag'
import { type bellApi, BellNews, mostWaiting } from '#contract/bell/bell.ts'
import { bellChannel, bellSubject } from '#platform/bell'
import type { Call, Notices } from '#platform/call'
import type { Queries } from '#platform/database'

const heartbeatMs = 20_000

/** How many notices of the user are unread; a hundred stands for more. */
export async function countUnread(db: Queries, uid: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select from user_notice
      where business_id = ${db.businessId} and uid = ${uid} and read_at is null limit ${mostWaiting}) counted`)
  return count
}

/** The caller's bell as server-sent events: how it stands, again whenever that changes, and a sign of life in between. */
export async function watchNotices({ db, who }: Call<typeof bellApi.watchNotices>, notices: Notices) {
  return followBell(db, who.uid, notices)
}

/** What a listener is sent. */
export async function* followBell(db: Queries, uid: string, notices: Notices): AsyncGenerator<string> {
  const watch = notices.watch(bellChannel, bellSubject(db.businessId, uid))
  try {
    yield 'retry: 2000\n\n'
    let last = ''
    while (!watch.isClosed()) {
      const changed = watch.next(heartbeatMs)
      const state = await stateOf(db, uid)
      yield state === last ? ': still here\n\n' : `data: ${state}\n\n`
      last = state
      await changed
    }
  } finally {
    watch.stop()
  }
}

async function stateOf(db: Queries, uid: string): Promise<string> {
  const { Newest } = await db.one<{ Newest: string | null }>(sql`
    select max(at) as "Newest" from user_notice where business_id = ${db.businessId} and uid = ${uid}`)
  return JSON.stringify(BellNews.parse({ Unread: await countUnread(db, uid), Newest }))
}
