import sql from 'sql-template-tag'
import { type ContactChange, daysToUndoContactChange } from '#contract/members/contact-changes.ts'
import { type Place, places } from '#contract/members/member-fields.ts'
import { maskedContact } from '#contract/values/contacts/masked-contact.ts'
import { internationalMobile, isInternationalMobile } from '#contract/values/mobile.ts'
import type { Queries } from '#platform/database'
import { notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { clubOf } from '#server/business'

const channels = ['EmailAddress', 'MobileNumber'] as const
/** How a member is reached at each place. */
export type Reach = Readonly<Record<Place, Readonly<Record<(typeof channels)[number], string | null>>>>

/** A change as it is kept by the trigger of the members' table. */
export type KeptChange = ChangeKey & {
  readonly kind: 'Changed' | 'SentElsewhere'
  readonly before: Reach
  readonly after: Reach
  readonly at: string
  readonly undoUntil: string
  readonly state: ContactChange['State']
  readonly businessName: string
}

/** Which change it is, within a business. */
export type ChangeKey = { readonly memberId: string; readonly changeId: number }

/** The change behind the secret of a link, whatever business it is of. */
export async function changeBehind(
  db: Queries,
  secret: string,
): Promise<ChangeKey & { readonly businessId: string }> {
  const link = await db.maybe<ChangeKey & { businessId: string }>(sql`
    select business_id as "businessId", member_id as "memberId", change_id as "changeId" from contact_change_link
    where secret_hash = ${hashOf(secret)}`)
  if (!link) throw notFound('The link')
  return link
}

/** A change that has a link, and how it stands by now. */
export function readChange(db: Queries, { memberId, changeId }: ChangeKey): Promise<KeptChange> {
  return db.one<KeptChange>(sql`
    select c.change_id as "changeId", c.member_id as "memberId", c.kind, c.before, c.after, c.at,
      c.at + make_interval(days => ${daysToUndoContactChange}) as "undoUntil", b.display_name as "businessName",
      case when c.undone_at is not null and (c.kind = 'SentElsewhere' or reach_key(c.before) =
          reach_key(reach_of(m.home_contact, m.work_contact, m.postal_contact))) then 'PutBack'
        when c.undone_at is not null or m.deleted_at is not null or c.closed_at is not null then 'ChangedAgain'
        when c.at + make_interval(days => ${daysToUndoContactChange}) <= now() then 'Expired'
        else 'Open' end as state
    from contact_change c
    join member m on m.business_id = c.business_id and m.member_id = c.member_id
    join business b on b.business_id = c.business_id
    where c.business_id = ${db.businessId} and c.member_id = ${memberId} and c.change_id = ${changeId}`)
}

/** What those see of a change who were reached before it. */
export async function shownOfContactChange(db: Queries, change: KeptChange): Promise<ContactChange> {
  const { kind, state, before, after, undoUntil } = change
  const Parts = places.flatMap((Place) =>
    channels
      .map((Field) => ({ Place, Field, Before: before[Place][Field], After: after[Place][Field] }))
      .filter(({ Before, After }) => Before !== After)
      // What was left out when something was sent is on file as it was.
      .filter(({ After }) => kind === 'Changed' || After !== null)
      .map((part) => ({ ...part, Before: masked(part.Before), After: masked(part.After) })),
  )
  return { ...(await clubOf(db)), Kind: kind, State: state, Parts, CanUndoUntil: undoUntil }
}

const masked = (contact: string | null) => contact && maskedContact(contact)

/** Where those can be told who are reached this way, each with what tells it from others. */
export function tellable(reach: Reach): { by: 'email' | 'sms'; to: string; key: string }[] {
  const emails = contactsOf(reach, 'EmailAddress').map((to) => ({
    by: 'email' as const,
    to,
    key: to.trim().toLowerCase(),
  }))
  const numbers = contactsOf(reach, 'MobileNumber').flatMap((number) => {
    const to = internationalMobile(number)
    const key = number.replaceAll(/[^\d+]/g, '').replace(/^\+61/, '0')
    return isInternationalMobile(to) ? [{ by: 'sms' as const, to, key }] : []
  })
  return [...emails, ...numbers]
}

/** Every e-mail address, or every mobile number, of a member, each once. */
export function contactsOf(reach: Reach, channel: (typeof channels)[number]): string[] {
  return [...new Set(places.map((place) => reach[place][channel]).filter((contact) => contact !== null))]
}
