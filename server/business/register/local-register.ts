import sql, { join } from 'sql-template-tag'
import type { AbnRecord } from '#contract/business/business.ts'
import { abnOfAcn, acnCheckDigit } from '#contract/values/abn.ts'
import { type Database, noTenant, likePattern } from '#platform/database'
import { mostResults, type OwnRegister } from './register.ts'

/** The register of made-up entries that stands in where the real one isn't set up. */
export const localRegister: OwnRegister = {
  isOutside: false,
  find: (type, text, db) => {
    const matches = {
      abn: sql`abn = ${text}`,
      acn: sql`acn = ${text}`,
      name: sql`lower(name) like ${likePattern(text)}`,
    }[type]
    return db.rows<AbnRecord>(sql`
      select abn as "ABN", name as "Name", state as "State", postcode as "Postcode"
      from register_entry where ${matches} order by name, abn limit ${mostResults}`)
  },
}

/** Fills an empty local register. */
export async function fillLocalRegister(database: Database): Promise<void> {
  const db = database.forTenant(noTenant)
  if (await db.maybe(sql`select from register_entry limit 1`)) return
  const rows = madeUpEntries().map((e) => sql`(${e.abn}, ${e.acn}, ${e.name}, ${e.state}, ${e.postcode})`)
  await db.run(
    sql`insert into register_entry (abn, acn, name, state, postcode) values ${join(rows)} on conflict do nothing`,
  )
}

const places = [
  ['Harbourside', 'NSW', '2000'],
  ['Valley', 'QLD', '4006'],
  ['Summit', 'VIC', '3143'],
  ['Redgum', 'VIC', '3550'],
  ['Coral Bay', 'WA', '6701'],
  ['Murray Bridge', 'SA', '5253'],
  ['Derwent', 'TAS', '7000'],
  ['Lakeside', 'ACT', '2600'],
  ['Top End', 'NT', '0800'],
  ['Blue Mountains', 'NSW', '2780'],
  ['Sunshine', 'QLD', '4556'],
  ['Penrith Park', 'NSW', '2750'],
  ['Geelong West', 'VIC', '3218'],
  ['Fremantle', 'WA', '6160'],
  ['Barossa', 'SA', '5352'],
] as const

const kinds = [
  'Leagues Club', 'Golf Club', 'Bowls', 'RSL Club', 'Surf Club', 'Workers Club', 'Hotel', 'Sailing Club', 'Tennis Club', 'Football Club',
  'Cricket Club', 'Racing Club', 'Theatre', 'Social Club', 'Services Club', 'Rowing Club', 'Bowling Club', 'Country Club', 'Hockey Club', 'Tavern',
] // prettier-ignore

/** Three hundred entries, the same on every machine, with check digits that fit. The first three are the demo's. */
export function madeUpEntries() {
  return places.flatMap(([place, state, postcode], i) =>
    kinds.map((kind, j) => {
      // Diagonal, so that the demo's names (Harbourside Leagues Club, Valley Golf Club, Summit Bowls) come out whole.
      const eight = String(60_000_000 + (i * kinds.length + j) * 7919).padStart(8, '0')
      const acn = `${eight}${acnCheckDigit(eight)}`
      return { abn: abnOfAcn(acn), acn, name: `${place} ${kind}`, state, postcode }
    }),
  )
}
