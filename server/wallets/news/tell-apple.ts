import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { push, type PushOutcome, type PushService, forgetTokens } from '#server/wallets/apple'
import type { Surroundings } from '#server/wallets/surroundings'
import { type News, putOff, strikeOut, takeNews } from './news.ts'

const atATime = 200
// Phones come for their passes as soon as they are told: no more of them while there is no room, but never none.
const fewest = 10

/**
 * Tells the devices of a batch of changed passes; says whether there may be more. Devices that couldn't be told are kept in
 * `refusals`, and the others told; where none could, Apple is left alone.
 */
export async function tellApple(around: Surroundings, db: Queries, refusals: unknown[]): Promise<boolean> {
  const most = Math.max(fewest, Math.min(atATime, around.pool.room()))
  const news = await takeNews(db, 'apple', most)
  if (news.length === 0) return false
  // Without a certificate that Apple knows there is nobody to tell: devices hear of it when they ask.
  const outcomes = around.pushUrl
    ? await push(await serviceOf(around, around.pushUrl), await tokensOf(db, news)).catch(
        async (error: unknown) => {
          await putOff(db, 'apple', news)
          throw error
        },
      )
    : new Map<string, PushOutcome>()
  await forgetTokens(db, tokensWith(outcomes, 'gone'))
  const untold = await passesBehind(db, news, tokensWith(outcomes, 'later'))
  await putOff(
    db,
    'apple',
    news.filter(({ passId }) => untold.has(passId)),
  )
  const isChangedAgain = await strikeOut(
    db,
    'apple',
    news.filter(({ passId }) => !untold.has(passId)),
  )
  if (untold.size > 0) {
    const failure = new Error(`Apple could not be told of ${untold.size} passes`)
    if (untold.size === news.length) throw failure
    refusals.push(failure)
  }
  return isChangedAgain || news.length === most
}

async function serviceOf(around: Surroundings, url: string): Promise<PushService> {
  const { chain, passTypeId } = await around.certificates()
  return { url, certificate: chain.certificate, key: chain.key, passTypeId }
}

/** Whom to tell. A device with several of the passes is told once. */
async function tokensOf(db: Queries, news: readonly News[]): Promise<string[]> {
  const rows = await db.rows<{ token: string }>(sql`
    select distinct push_token as token from apple_registration
    where business_id = ${db.businessId} and pass_id = any(${idsOf(news)})`)
  return rows.map(({ token }) => token)
}

async function passesBehind(
  db: Queries,
  news: readonly News[],
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tokens.length === 0) return new Set()
  const rows = await db.rows<{ passId: string }>(sql`
    select distinct pass_id as "passId" from apple_registration
    where business_id = ${db.businessId} and pass_id = any(${idsOf(news)}) and push_token = any(${tokens})`)
  return new Set(rows.map(({ passId }) => passId))
}

const idsOf = (news: readonly News[]) => news.map(({ passId }) => passId)

function tokensWith(outcomes: ReadonlyMap<string, PushOutcome>, wanted: PushOutcome): string[] {
  return [...outcomes].flatMap(([token, outcome]) => (outcome === wanted ? [token] : []))
}
