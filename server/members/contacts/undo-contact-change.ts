import sql from 'sql-template-tag'
import { contactChangesApi } from '#contract/members/contact-changes.ts'
import { places } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { internationalMobile } from '#contract/values/mobile.ts'
import { nobody } from '#platform/access'
import { type Change, recordAudit, type Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { saveMember, type Saving, recordChange } from '#server/members/changes'
import { lockMember } from '#server/members/record'
import {
  changeBehind,
  contactsOf,
  type KeptChange,
  readChange,
  type Reach,
  shownOfContactChange,
} from './contact-change-record.ts'
import { noDetails } from './contact-details.ts'

/** What was sent to contacts that turn out not to be the member's. */
export type SentAstray = { readonly memberId: string; readonly to: readonly string[]; readonly since: string }

/**
 * What else ends when former contacts are put back: a module that sends members something brings its own step, which
 * app.ts hands to `contactChangeRoutes`. It tells, for the history, what it ended or could not.
 */
export type ContactUndoStep = (call: Saving, astray: SentAstray) => Promise<string[]>

const { title } = contactChangesApi.undoContactChange
const byLink = { ...nobody, name: 'The member, by a link sent to the former contact' }

/** What a link is about, and whether it can still be used. */
export async function describeContactChange({
  db,
  body,
}: Call<typeof contactChangesApi.describeContactChange>) {
  const { businessId, ...key } = await changeBehind(db, body.Secret)
  return db.asTenant(businessId, async (tx) => shownOfContactChange(tx, await readChange(tx, key)))
}

/**
 * Brings the member's contacts to what they were before the change, whatever has been changed since: who takes a
 * membership over could otherwise do so in two steps.
 */
export async function undoContactChange(
  { db, body, origin, endpoint }: Call<typeof contactChangesApi.undoContactChange>,
  steps: readonly ContactUndoStep[],
) {
  const { businessId, ...key } = await changeBehind(db, body.Secret)
  return db.asTenant(businessId, async (tx) => {
    const member = await lockMember(tx, byLink, key.memberId, { isDeletedToo: true })
    // Read under the lock: of two who use the link at once, or of this and another change, one is first.
    const change = await readChange(tx, key)
    requireOpen(change)
    const done: Change[] = []
    const saving = { db: tx, who: byLink, audit: (each: Change) => void done.push(each) }
    await tx.run(sql`
      update contact_change set undone_at = now()
      where business_id = ${businessId} and member_id = ${member.id} and change_id = ${change.changeId}`)
    const astray = await sentAstray(tx, change)
    if (change.kind === 'Changed') await putBack(saving, member, change)
    const ended: string[] = []
    for (const step of steps) ended.push(...(await step(saving, astray)))
    if (change.kind === 'SentElsewhere' || ended.length > 0)
      await recordChange(saving, title, member, {
        before: { 'Sent elsewhere': null },
        after: { 'Sent elsewhere': ended.join('; ') || 'Nothing was left to be ended.' },
      })
    await recordAudit(tx, byLink, origin, { name: endpoint, title }, done)
    return shownOfContactChange(tx, { ...change, state: 'PutBack' })
  })
}

/** Also where the record says so again already: what was sent astray meanwhile is ended all the same. */
async function putBack(saving: Saving, member: Member, { changeId, before }: KeptChange): Promise<void> {
  const { db } = saving
  await db.run(sql`
    update contact_change set closed_at = now()
    where business_id = ${db.businessId} and member_id = ${member.id} and change_id > ${changeId}
      and kind = 'Changed' and closed_at is null`)
  await db.run(sql`select set_config('app.puts_contacts_back', 'yes', true)`)
  await saveMember(saving, title, member, withReach(member, before))
  await db.run(sql`select set_config('app.puts_contacts_back', '', true)`)
}

const sentences = {
  PutBack: 'Your former details are on file already: there is nothing left to do.',
  ChangedAgain: 'Your details have been changed again since, so this link is used up.',
  Expired: 'The time to take this back is over.',
} as const

function requireOpen({ kind, state, businessName }: KeptChange): void {
  if (state === 'Open') return
  const end = state === 'PutBack' ? '' : ` Please ask ${businessName}.`
  const isStopped = kind === 'SentElsewhere' && state === 'PutBack'
  const sentence = isStopped ? 'It was stopped already: there is nothing left to do.' : sentences[state]
  throw conflict('contact_change_settled', `${sentence}${end}`)
}

/** The contacts that came with this change, and with those after it that go with it, and were none of the member's before. */
async function sentAstray(
  tx: Transaction,
  { changeId, memberId, kind, before, at }: KeptChange,
): Promise<SentAstray> {
  const since = await tx.rows<{ after: Reach }>(sql`
    select after from contact_change
    where business_id = ${tx.businessId} and member_id = ${memberId}
      and (change_id = ${changeId} or change_id > ${changeId} and ${kind === 'Changed'})`)
  const own = new Set(asSent(before))
  const to = since.flatMap(({ after }) => asSent(after)).filter((contact) => !own.has(contact))
  return { memberId, to: [...new Set(to)], since: at }
}

/** Every contact of a member, as messages are sent there. */
function asSent(reach: Reach): string[] {
  return [
    ...contactsOf(reach, 'EmailAddress').map((email) => email.toLowerCase()),
    ...contactsOf(reach, 'MobileNumber').map(internationalMobile),
  ]
}

/** The member, reached as it was before. */
function withReach(member: Member, before: Reach): Member {
  const entries = places.map((place) => {
    const name = `${place}ContactDetails` as const
    return [name, { ...noDetails, ...member[name], ...before[place] }]
  })
  return { ...member, ...Object.fromEntries(entries) }
}
