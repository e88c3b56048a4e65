import { registerWords } from '#contract/business/register-words.ts'
import type { Queries } from '#platform/database'
import { conflict, Refusal } from '#platform/refusals'
import type { BusinessRegister } from './register.ts'

/** What the register says of an ABN: the name it is registered under, that it has none, or nothing at the moment. */
export type Confirmation = { readonly legalName: string } | 'unknown' | 'unreachable'

/** Asks a register of somebody else's, before the call has a connection; one that is ours is asked later. */
export async function askAhead(register: BusinessRegister, abn: string): Promise<Confirmation | null> {
  return register.isOutside ? answerOf(() => register.find('abn', abn)) : null
}

/** What the register says, as it was asked ahead or is asked now. */
export function confirmationOf(
  register: BusinessRegister,
  ahead: Confirmation | null,
  abn: string,
  db: Queries,
): Promise<Confirmation> | Confirmation {
  if (register.isOutside) return ahead ?? 'unreachable'
  return answerOf(() => register.find('abn', abn, db))
}

async function answerOf(find: () => Promise<{ Name: string }[]>): Promise<Confirmation> {
  try {
    const [entry] = await find()
    return entry ? { legalName: entry.Name } : 'unknown'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'register_unavailable') return 'unreachable'
    throw error
  }
}

/** The registered name; null where it isn't confirmed and that is meant. Who doesn't say so is refused. */
export function legalNameOf(confirmation: Confirmation, isUnconfirmedMeant = false): string | null {
  if (typeof confirmation === 'object') return confirmation.legalName
  if (isUnconfirmedMeant) return null
  throw confirmation === 'unknown'
    ? conflict('abn_unknown', registerWords.unknown)
    : conflict('register_unreachable', registerWords.unreachable)
}
