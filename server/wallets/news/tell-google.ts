import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { hashOf } from '#platform/secrets'
import { type ResolvedPass, resolvedPass } from '#server/passes/issued'
import {
  type GoogleApi,
  googleClass,
  GoogleLater,
  googleObject,
  type GoogleOrigin,
} from '#server/wallets/google'
import { googleOrigin, type Surroundings } from '#server/wallets/surroundings'
import { readDesign } from './design.ts'
import { type News, putOff, strikeOut, takeNews } from './news.ts'

const atATime = 100
const atOnce = 10

/**
 * Brings a batch of changed passes up to date at Google; says whether there may be more. What it refuses is kept in
 * `refusals`, and doesn't keep it from the others; where it isn't well, it is left alone.
 */
export async function tellGoogle(around: Surroundings, db: Queries, refusals: unknown[]): Promise<boolean> {
  const news = await takeNews(db, 'google', atATime)
  if (news.length === 0) return false
  const failures = around.google ? await tellAll(around, db, around.google, news) : new Map<News, unknown>()
  await putOff(db, 'google', [...failures.keys()])
  const isChangedAgain = await strikeOut(
    db,
    'google',
    news.filter((each) => !failures.has(each)),
  )
  for (const failure of failures.values())
    if (failure instanceof GoogleLater) throw failure
    else refusals.push(failure)
  return isChangedAgain || news.length === atATime
}

/** Tells Google of each, a few at a time; those it couldn't be told of come back with the reason. */
async function tellAll(
  around: Surroundings,
  db: Queries,
  google: GoogleApi,
  news: readonly News[],
): Promise<Map<News, unknown>> {
  const failures = new Map<News, unknown>()
  const origin = await googleOrigin(around, db.businessId)
  const designs = new Map<string, Promise<void>>()
  const waiting = news.values()
  const tell = async () => {
    for (const each of waiting) {
      try {
        const pass = await resolvedPass(db, each.passId)
        const id = pass.passConfigurationId
        if (!designs.has(id)) designs.set(id, tellDesign(db, google, origin, pass))
        await designs.get(id)
        await google.putObject(googleObject(origin, pass))
      } catch (error) {
        failures.set(each, error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tell))
  return failures
}

/** Tells Google of the design, unless it has heard of it as it is. */
async function tellDesign(
  db: Queries,
  google: GoogleApi,
  origin: GoogleOrigin,
  pass: ResolvedPass,
): Promise<void> {
  let content = await classOf(db, origin, pass)
  if (await isDesignKnown(db, pass, content)) return
  let told: string
  do {
    told = JSON.stringify(content)
    await google.putClass(content)
    await db.run(sql`
      insert into google_design (business_id, pass_configuration_id, content_hash)
      values (${db.businessId}, ${pass.passConfigurationId}, ${hashAsTold(told)})
      on conflict (business_id, pass_configuration_id) do update set content_hash = excluded.content_hash`)
    // Another job may have told of a later state in between: whoever comes last tells of what there is.
    content = await classOf(db, origin, pass)
  } while (JSON.stringify(content) !== told)
}

// Former versions told Google what to change, and what was taken away stayed there: what they told it counts as untold.
const hashAsTold = (content: string) => hashOf(`whole ${content}`)

async function classOf(db: Queries, origin: GoogleOrigin, pass: ResolvedPass) {
  return googleClass(origin, await readDesign(db, pass.passConfigurationId, pass.businessName))
}

async function isDesignKnown(
  db: Queries,
  { passConfigurationId }: ResolvedPass,
  content: object,
): Promise<boolean> {
  const known = await db.maybe(sql`
    select from google_design where business_id = ${db.businessId}
      and pass_configuration_id = ${passConfigurationId} and content_hash = ${hashAsTold(JSON.stringify(content))}`)
  return known !== null
}
