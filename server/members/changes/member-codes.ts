import sql from 'sql-template-tag'
import { type CodeField, codeFields, codeTaken } from '#contract/members/member-codes.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { codeKey } from '#contract/values/code-key.ts'
import { can, type Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import { conflict, type Refusal } from '#platform/refusals'
import { type CodeHolder, holdersOf, lockCodes, ownerFor, sees } from '#server/members/codes'

type Asker = Pick<Who, 'venues' | 'isSuperAdmin' | 'permissions'>
type Codes = Pick<MemberFields, CodeField>
/** Some of them; what is left out or empty is no code. */
type Wanted = { readonly [Field in CodeField]?: string | null | undefined }
type Taken = { readonly field: CodeField; readonly code: string; readonly holders: readonly CodeHolder[] }

/** The codes of a member, by their fields. */
export function codesOf(member: Codes): { field: CodeField; code: string }[] {
  return codeFields.flatMap((field) => {
    const code = member[field]
    return code ? [{ field, code }] : []
  })
}

/**
 * Has others who want one of these codes wait. Asked for before any member is locked, as everywhere: whoever has a code may
 * have to wait for its holder, and never the other way round.
 */
export async function lockWanted(tx: Transaction, ...wanted: readonly Wanted[]): Promise<void> {
  const codes = wanted.flatMap(filledIn)
  if (codes.length > 0) await lockCodes(tx, codes)
}

/**
 * Locks a member with all from whom these codes would be taken, in the order of their ids: those who give badges to each other
 * wait in a line. The codes are locked already, so that they come to no further holder.
 */
export async function lockWithHolders(
  tx: Transaction,
  wanted: Wanted,
  memberId: string | null,
): Promise<void> {
  const holders = (await holdersOf(tx, filledIn(wanted))).filter(({ kind }) => kind === 'Member')
  const ids = [...holders.map(({ id }) => id), ...(memberId === null ? [] : [memberId])]
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = any(${ids})
    order by member_id for no key update`)
}

function filledIn(wanted: Wanted): string[] {
  return codeFields.flatMap((field) => wanted[field] ?? [])
}

/** The codes that a member is to have and hasn't, of which others are holders; from here on nobody else takes them. */
export async function takenCodes(
  tx: Transaction,
  wanted: Codes,
  before: (Codes & Pick<Member, 'id'>) | null,
): Promise<Taken[]> {
  const own = new Set(before ? codesOf(before).map(({ code }) => codeKey(code)) : [])
  const gained = codesOf(wanted).filter(({ code }) => !own.has(codeKey(code)))
  if (gained.length === 0) return []
  const codes = gained.map(({ code }) => code)
  await lockCodes(tx, codes)
  const holders = (await holdersOf(tx, codes)).filter(({ id }) => id !== before?.id)
  return gained.flatMap(({ field, code }) => {
    const others = holders.filter((holder) => holder.code === code)
    return others.length > 0 ? [{ field, code, holders: others }] : []
  })
}

/** Refuses codes that others have, each at its field. */
export async function requireFreeCodes(
  tx: Transaction,
  who: Who,
  wanted: Codes,
  before: (Codes & Pick<Member, 'id'>) | null,
): Promise<void> {
  const taken = await takenCodes(tx, wanted, before)
  if (taken.length > 0) throw codesTaken(who, taken)
}

/** Refuses to bring a member back whose codes others have by now. */
export async function requireOwnCodes(tx: Transaction, who: Who, member: Member): Promise<void> {
  const noCodes = { MembershipNumber: null, BadgeNumber: null, CardNumber: null }
  const taken = await takenCodes(tx, member, { ...noCodes, id: member.id })
  const live = taken.filter(({ holders }) => holders.some(({ isLive }) => isLive))
  if (live.length > 0) throw codesTaken(who, live)
}

/**
 * True if a code can be taken from those who have it: a badge or a card that goes from hand to hand, of members whom the user
 * sees and may change. A membership number stays: two who are one person are merged.
 */
export function isMovable(who: Asker, { field, holders }: Taken): boolean {
  if (field === 'MembershipNumber') return false
  if (!can(who, 'Member.Edit') || !can(who, 'Member.ReadDetails')) return false
  return holders.every((holder) => holder.kind === 'Member' && !holder.isNumber && sees(who, holder))
}

/** The refusal of codes that others have. `code_movable` says that asking for it would move them. */
export function codesTaken(who: Asker, taken: readonly Taken[]): Refusal {
  // Who neither reads nor finds members is told of none.
  const sight = can(who, 'Member.ReadDetails') || can(who, 'Member.Search') ? who : { venues: [] }
  const sentences = Object.fromEntries(
    taken.map(({ field, code, holders }) => [field, codeTaken(field, code, ownerFor(sight, holders[0]!))]),
  )
  const [first = ''] = Object.values(sentences)
  const isOfNumber = taken.some(({ field }) => field === 'MembershipNumber')
  const isToMove = taken.every((each) => isMovable(who, each))
  return conflict(isOfNumber ? 'number_taken' : isToMove ? 'code_movable' : 'code_taken', first, sentences)
}

/** What the database says to the second of two who write the same code at the same moment, by whatever way. */
export async function orCodeTaken<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'scan_code_pkey') throw error
    throw conflict('code_taken', 'A number of this member was given to somebody else just now. Save again.')
  }
}
