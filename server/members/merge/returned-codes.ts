import type { CodeField } from '#contract/members/member-codes.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import type { Transaction } from '#platform/database'
import { holdersOf } from '#server/members/codes'
import type { Difference } from '#server/members/record'
import { isSameCode, setCodes } from './swapped-codes.ts'

type Codes = Pick<MemberFields, CodeField>

/** A code that the survivor took over: what was in the field before, and what the other had. */
type Exchange = { readonly field: CodeField; readonly own: string | null; readonly others: string | null }

/** The codes that a merge exchanged in these fields. */
export function exchangesIn(fields: readonly CodeField[], changes: Difference | null): Exchange[] {
  const { before, after }: { before: Partial<Codes>; after: Partial<Codes> } = changes ?? {
    before: {},
    after: {},
  }
  return fields.map((field) => ({ field, own: before[field] ?? null, others: after[field] ?? null }))
}

/**
 * What the survivor has in these fields after the undo: their own where they still have the other's, however it is written by now,
 * unless a third has it; else what they were given since. The other has to have let go of them before.
 */
export async function survivorsCodes(
  tx: Transaction,
  survivor: Member,
  exchanges: readonly Exchange[],
): Promise<Partial<Codes>> {
  const owns = exchanges.map(({ own }) => own)
  const isFree = await freeFor(tx, survivor, owns)
  return Object.fromEntries(
    exchanges.map(({ field, own, others }) => {
      if (!isSameCode(survivor[field], others)) return [field, survivor[field]]
      return [field, isFree(own) ? own : null]
    }),
  )
}

/** Gives the other their codes back, but for those that somebody has by now: never what was the survivor's. */
export async function giveCodesBack(
  tx: Transaction,
  other: Member,
  exchanges: readonly Exchange[],
): Promise<void> {
  const codes = new Map(exchanges.map(({ field, others }) => [field, others]))
  const isFree = await freeFor(tx, other, [...codes.values()])
  await setCodes(tx, other, [...codes.keys()], (field) => {
    const code = codes.get(field) ?? null
    return isFree(code) ? code : null
  })
}

/** Which of these codes nobody has but this member. */
async function freeFor(
  tx: Transaction,
  { id }: Member,
  codes: readonly (string | null)[],
): Promise<(code: string | null) => boolean> {
  const wanted = codes.filter((code) => code !== null)
  const holders = wanted.length > 0 ? await holdersOf(tx, wanted) : []
  const taken = new Set(holders.filter((holder) => holder.id !== id).map(({ code }) => code))
  return (code) => code !== null && !taken.has(code)
}
