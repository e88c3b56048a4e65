import { messages } from '#contract/messages.ts'
import { conflict } from '#platform/refusals'
import { NotEnough } from '#server/ledger'

/** Says in the words of points that there is too little. */
export function inPoints(error: unknown): never {
  if (!(error instanceof NotEnough)) throw error
  throw conflict(
    error.code,
    error.account.kind === 'points'
      ? messages.points.notEnough
      : 'What was given for these points has been used since.',
  )
}
