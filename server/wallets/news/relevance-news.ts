import sql from 'sql-template-tag'
import { PassDocument } from '#contract/passes/pass-document.ts'
import { rightNowMs } from '#platform/clock'
import { type Database, eachBusiness, type Queries, type Transaction } from '#platform/database'
import { readRelevance, type Relevance } from '#server/wallets/apple'

type Design = {
  readonly id: string
  readonly document: unknown
  readonly comesUpAt: readonly string[] | null
}

/**
 * Takes new places of venues and days of events to the phones that have a pass of a design which comes up for them, by a
 * rollout (migration 0091). Days that are over are no news: a phone forgets them by itself.
 */
export async function tellRelevance(database: Database): Promise<void> {
  await eachBusiness(database, (businessId) =>
    database.transaction(businessId, async (tx) => {
      for (const design of await designsThatComeUp(tx)) await tellOf(tx, design)
    }),
  )
}

function designsThatComeUp(db: Queries): Promise<Design[]> {
  return db.rows<Design>(sql`
    select pass_configuration_id as id, document, comes_up_at as "comesUpAt" from pass_configuration
    where business_id = ${db.businessId} and (comes_up_at is not null
      or (document -> 'iOSComesUpAtVenues')::boolean or (document -> 'iOSComesUpForEvents')::boolean)
    order by pass_configuration_id for no key update`)
}

async function tellOf(tx: Transaction, { id, document, comesUpAt }: Design): Promise<void> {
  const { iOSComesUpAtVenues, iOSComesUpForEvents } = PassDocument.parse(document)
  // Its own places went out when it was saved.
  const found = await readRelevance(tx, { iOSComesUpAtVenues, iOSComesUpForEvents, iOSLocations: [] })
  const now = inTexts(found)
  const before = (comesUpAt ?? []).filter((text) => !isOver(text))
  if (now.length === before.length && now.every((text) => before.includes(text))) return
  await tx.run(sql`
    update pass_configuration set comes_up_at = ${now}
    where business_id = ${tx.businessId} and pass_configuration_id = ${id}`)
}

const day = 'day '

function inTexts({ places, days }: Relevance): string[] {
  return [
    ...places.map(({ Text, Latitude, Longitude }) => `place ${Latitude} ${Longitude} ${Text}`),
    ...days.map(({ from, to }) => `${day}${from.toISOString()} ${to.toISOString()}`),
  ]
}

function isOver(text: string): boolean {
  return text.startsWith(day) && Date.parse(text.slice(text.lastIndexOf(' ') + 1)) <= rightNowMs()
}
