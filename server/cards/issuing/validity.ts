import type { CardProgram } from '#contract/cards/card-programs.ts'
import { validityOf, validityProblems, type WantedDays } from '#contract/cards/card-validity.ts'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { invalid } from '#platform/refusals'

/** The last day to claim a new card and the last to use it, by its program and the law; or what is wrong with them. */
export async function checkedValidity(tx: Transaction, program: CardProgram, wanted: WantedDays) {
  const today = await businessDay(tx)
  const problems = validityProblems(program, wanted, today)
  const [sentence] = Object.values(problems)
  if (sentence !== undefined) throw invalid(sentence, problems)
  return validityOf(program, wanted, today)
}
