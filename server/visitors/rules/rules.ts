import sql from 'sql-template-tag'
import {
  usualVisitorRules,
  type VisitorRules,
  type visitorRulesApi,
  type VisitorRulesFields,
} from '#contract/visitors/visitor-rules.ts'
import { visitorKindWords, visitorKinds } from '#contract/visitors/visitor-words.ts'
import { requireAllVenues } from '#platform/access'
import { type Call, revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'

/** What the business asks of those who sign visitors in. */
export async function getVisitorRules({
  db,
}: Call<typeof visitorRulesApi.getVisitorRules>): Promise<VisitorRules> {
  return visitorRulesOf(await readRules(db))
}

/** Saves them; they hold from the next visitor on. */
export async function saveVisitorRules(
  call: Call<typeof visitorRulesApi.saveVisitorRules>,
): Promise<VisitorRules> {
  const { db, who, body } = call
  requireAllVenues(who)
  const { name } = await db.one<{ name: string }>(sql`
    select display_name as name from business where business_id = ${db.businessId} for no key update`)
  const before = visitorRulesOf(await readRules(db))
  // In one order, so that the same choice is the same revision.
  const Kinds = visitorKinds.filter((kind) => body.Kinds.includes(kind))
  await keepRules(db, { ...body, Kinds })
  const after = visitorRulesOf(await readRules(db))
  call.audit({
    record: { kind: 'Business', id: db.businessId, name },
    before: rulesInWords(before),
    after: rulesInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** The rules of the business, or the usual ones until it has any. */
export async function readRules(db: Queries): Promise<VisitorRulesFields> {
  const rules = await db.maybe<VisitorRulesFields>(sql`
    select kinds as "Kinds", guests_per_day as "GuestsPerDay", asks_for as "AsksFor",
      needs_signature as "NeedsSignature", statement as "Statement", clubs as "Clubs"
    from visitor_rules where business_id = ${db.businessId}`)
  return rules ?? usualVisitorRules
}

async function keepRules(db: Queries, rules: VisitorRulesFields): Promise<void> {
  await db.run(sql`
    insert into visitor_rules (business_id, kinds, guests_per_day, asks_for, needs_signature, statement, clubs)
    values (${db.businessId}, ${rules.Kinds}, ${rules.GuestsPerDay}, ${rules.AsksFor}, ${rules.NeedsSignature},
      ${rules.Statement}, ${JSON.stringify(rules.Clubs)}::jsonb)
    on conflict (business_id) do update set kinds = excluded.kinds, guests_per_day = excluded.guests_per_day,
      asks_for = excluded.asks_for, needs_signature = excluded.needs_signature, statement = excluded.statement,
      clubs = excluded.clubs`)
}

function visitorRulesOf(rules: VisitorRulesFields): VisitorRules {
  const { Kinds, GuestsPerDay, AsksFor, NeedsSignature, Statement } = rules
  const Clubs = rules.Clubs.map(({ Name, State, IsActive }) => ({ Name, State, IsActive }))
  const fields = { Kinds, GuestsPerDay, AsksFor, NeedsSignature, Statement, Clubs }
  return { ...fields, Revision: revisionOf(fields) }
}

function rulesInWords(rules: VisitorRules) {
  return {
    'Visitors allowed': rules.Kinds.map((kind) => visitorKindWords[kind]).join(', '),
    'Guests per member and day': rules.GuestsPerDay,
    'Visitors asked for': rules.AsksFor,
    'Visitors sign': rules.NeedsSignature,
    'What visitors sign': rules.Statement,
    'Reciprocal clubs': rules.Clubs.map(clubInWords).join(', '),
  }
}

function clubInWords({ Name, State, IsActive }: VisitorRules['Clubs'][number]): string {
  const named = State === '' ? Name : `${Name} (${State})`
  return IsActive ? named : `${named}, not active`
}
