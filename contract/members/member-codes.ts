import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may, mayToMember } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { FoundMember } from './list/member-list.ts'

/** The fields of a member that can be scanned. */
export const codeFields = ['MembershipNumber', 'BadgeNumber', 'CardNumber'] as const
export type CodeField = (typeof codeFields)[number]

/** What they are called within a sentence. */
export const codeWords: Readonly<Record<CodeField, string>> = {
  MembershipNumber: 'membership number',
  BadgeNumber: 'badge number',
  CardNumber: 'card number',
}

/** What holds a code. */
export const codeHolderKinds = ['Member', 'Card', 'Pass'] as const
export type CodeHolderKind = (typeof codeHolderKinds)[number]

/** Whose a code is, as far as the reader may know: a name, that it was deleted, or neither. */
export type CodeOwner = {
  readonly kind: CodeHolderKind
  readonly name: string | null
  readonly isDeleted: boolean
}

const belongsTo: Readonly<Record<CodeHolderKind, string>> = {
  Member: 'another member',
  Card: 'a prepaid card',
  Pass: 'a pass',
}

/** Why a code is refused: 'The badge number B-1 belongs to another member. It is that of Jo Smith, 10001.' */
export function codeTaken(
  field: CodeField,
  code: string,
  { kind, name, isDeleted }: CodeOwner = { kind: 'Member', name: null, isDeleted: false },
): string {
  const sentence = `The ${codeWords[field]} ${code} belongs to ${belongsTo[kind]}.`
  if (kind !== 'Member') return sentence
  if (isDeleted) return `${sentence} That member has been deleted.`
  return name === null ? sentence : `${sentence} It is that of ${name}.`
}

/** Why a row of a file is refused whose code an earlier one has. */
export function codeOfRow(field: CodeField, code: string, row: number | string): string {
  return `The ${codeWords[field]} ${code} is also that of row ${row}.`
}

/** What is said where a code is scanned that several have. */
export const ambiguousCode =
  'More than one member, card or pass has this code. Find the member by name, and have the code mended.'

/** What the console says of codes. */
export const codeTexts = {
  doubledTitle: 'Codes in use twice',
  doubledNotice:
    'Some numbers, badges or cards belong to more than one member. They are refused at tills and doors until they are mended.',
  doubledSubtitle:
    'From before each code was kept for one member. Open a member and change or empty the number, until it belongs to one alone.',
  noneDoubled: 'Every code belongs to one member, card or pass.',
  doubledFailed: 'The codes could not be loaded.',
  moveTitle: 'Move it here?',
  move: 'Move it here',
  moveConsequence: 'It is taken from that member, in whose history it stays.',
} as const

/** A code that had several holders before codes were kept apart, and has them still: those who are not deleted. */
export const DoubledCode = z.object({
  /** As it is compared: in capitals, without spaces. */
  Code: z.string(),
  Holders: z.array(
    z.object({
      Kind: z.enum(codeHolderKinds),
      /** The member who has it, or whose card or pass has it; null where nobody has, or it is not for the reader. */
      MemberId: z.string().nullable(),
      Name: z.string().nullable(),
      /** Which of the member's fields it is in. */
      Fields: z.array(z.enum(codeFields)),
    }),
  ),
})
export type DoubledCode = z.infer<typeof DoubledCode>

export const memberCodesApi = {
  /** The member whose number, badge, card or pass has this code, whatever its capitals and spaces; a 409 if several have it. */
  findMemberByCode: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/member-codes/holder',
    title: 'The member whom a code means',
    access: may('Member.Search'),
    shows: ['member', 'card', 'pass'],
    query: z.object({
      code: z.string(needed('Scan or enter a code.')).trim().min(1, 'Scan or enter a code.').max(200),
    }),
    output: z.object({ Results: z.array(FoundMember) }),
  }),
  /** In the order of the codes. */
  listDoubledCodes: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/member-codes/doubled',
    title: 'Codes in use twice',
    access: mayToMember('Member.Edit', 'HubMembership'),
    shows: ['member', 'card', 'pass'],
    query: z.object(countedPaging),
    output: countedPage(DoubledCode),
  }),
}
