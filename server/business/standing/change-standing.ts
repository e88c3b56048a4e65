import sql, { type Sql } from 'sql-template-tag'
import type { Standing, standingApi, StandingShown } from '#contract/business/standing.ts'
import { announceAccessChange } from '#platform/access'
import type { Call, Handlers } from '#platform/call'
import { type Queries, type Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import type { Settings } from '#platform/settings'
import { wakeJobs } from './resting-jobs.ts'

type Changes = Omit<typeof standingApi, 'exportBusiness'>

/** How a business stands, for super administrators alone. */
export function standingRoutes({ eraseAfterDays }: Pick<Settings, 'eraseAfterDays'>): Handlers<Changes> {
  const shown = (db: Queries) => readShown(db, eraseAfterDays)
  return {
    getStanding: ({ db }) => shown(db),
    suspendBusiness: async (call) => {
      const known = await held(call.db)
      requireNoneOf(known, { Suspended: 'This business is suspended already.', Ended: endedFirst })
      await change(call, known, 'Suspended')
      return shown(call.db)
    },
    liftSuspension: async (call) => {
      const known = await held(call.db)
      requireNoneOf(known, { Open: 'This business is not suspended.', Ended: endedFirst })
      await change(call, known, 'Open')
      await wakeJobs(call.db)
      return shown(call.db)
    },
    endBusiness: async (call) => {
      const known = await held(call.db)
      requireNoneOf(known, { Ended: 'This business is ended already.' })
      requireName(call.body.BusinessName, known.name)
      await change(call, known, 'Ended', sql`now() + make_interval(days => ${eraseAfterDays})`)
      return shown(call.db)
    },
    takeBackEnding: async (call) => {
      const known = await held(call.db)
      requireNoneOf(known, { Open: notEnded, Suspended: notEnded })
      // Suspended, however it stood before: what rested for weeks isn't let loose by the same press.
      await change(call, known, 'Suspended')
      return shown(call.db)
    },
  }
}

type Known = { readonly name: string; readonly before: Standing; readonly isErasing: boolean }

/** The business, held until the transaction ends: of two who change it at once, one finds what the other has made of it. */
async function held(db: Transaction): Promise<Known> {
  return db.one<Known>(sql`
    select display_name as name, standing as before, erasing_since is not null as "isErasing" from business
    where business_id = ${db.businessId} for update`)
}

const endedFirst = 'This business is ended: take that back first.'
const notEnded = 'This business is not ended.'

/** Refuses, in these words, a business that stands as they say; and one that is being erased, whatever is wanted of it. */
function requireNoneOf({ before, isErasing }: Known, refused: Partial<Record<Standing, string>>): void {
  if (isErasing)
    throw conflict('business_erasing', 'This business is being erased: nothing of it can be taken back.')
  const sentence = refused[before]
  if (sentence) throw conflict('standing_unchanged', sentence)
}

function requireName(typed: string, name: string): void {
  if (typed === name.trim()) return
  const sentence = `Type the name as it is written here: ${name}`
  throw invalid(sentence, { BusinessName: sentence })
}

type Change = Call<Changes[Exclude<keyof Changes, 'getStanding'>]>

/** It holds from everyone's next call on, and is told in the trail of the business, and so in the platform's. */
async function change(
  call: Change,
  { name, before }: Known,
  standing: Standing,
  eraseAt: Sql = sql`null::timestamptz`,
): Promise<void> {
  const { db, who, body } = call
  const isOpen = standing === 'Open'
  const { eraseOn } = await db.one<{ eraseOn: string | null }>(sql`
    update business set standing = ${standing}, erase_at = ${eraseAt},
      closed_since = case when ${isOpen} then null else coalesce(closed_since, standing_since, now()) end,
      standing_since = case when ${isOpen} then null else now() end,
      standing_reason = ${isOpen ? null : body.Reason}, standing_by = ${isOpen ? null : who.name}
    where business_id = ${db.businessId} returning ${eraseDay} as "eraseOn"`)
  await announceAccessChange(db, db.businessId)
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: { Standing: before },
    after: { Standing: standing, Reason: body.Reason, ...(eraseOn && { 'Erased on': eraseOn }) },
  })
}

const eraseDay = sql`(erase_at at time zone time_zone)::date`

function readShown(db: Queries, eraseAfterDays: number): Promise<StandingShown> {
  return db.one<StandingShown>(sql`
    select standing as "Standing", standing_since as "Since", standing_reason as "Reason", standing_by as "By",
      (select count(*) from resting_job where business_id = ${db.businessId}) as "RestingJobs",
      ${eraseDay} as "EraseOn", ${eraseAfterDays}::integer as "EraseAfterDays"
    from business where business_id = ${db.businessId}`)
}
