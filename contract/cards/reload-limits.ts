import { z } from 'zod'
import { moneyText } from '#contract/values/decimals.ts'
import { Dollars } from '#contract/values/dollars.ts'

export { reloadRuleLabels } from '#contract/words/reload-labels.ts'

const limit = Dollars.gt(0, 'Enter an amount, or nothing for no limit.').nullable()

/** What a program says of adding to its cards, in dollars; null for any amount. */
export const reloadLimits = {
  /** The most that may be on a card. */
  MaximumBalance: limit,
  /** The most that may be added to a card on a day of the business. */
  MaximumReloadPerDay: limit,
}
export type ReloadLimits = { MaximumBalance: number | null; MaximumReloadPerDay: number | null }

/** The same, with whether holders may add money by themselves. */
export const reloadRules = { ...reloadLimits, AllowsHolderReload: z.boolean() }
export type ReloadRules = ReloadLimits & { AllowsHolderReload: boolean }

/** The same in calls that may know nothing of it: what isn't said stays as it is. */
export const unsaidRules = {
  MaximumBalance: limit.optional(),
  MaximumReloadPerDay: limit.optional(),
  AllowsHolderReload: z.boolean().optional(),
}

type Program = { ProgramType: 'InstantGift' | 'Reloadable'; MaximumInitialCardValue: number } & {
  [Name in keyof ReloadLimits]?: number | null | undefined
} & { AllowsHolderReload?: boolean | undefined }

/** What is wrong with what a program says of reloads, by field. */
export function reloadRuleProblems(program: Program): Partial<Record<keyof ReloadRules, string>> {
  const { ProgramType, MaximumInitialCardValue, MaximumBalance = null, MaximumReloadPerDay = null } = program
  if (ProgramType !== 'Reloadable') {
    const sentence = 'Nothing is added to a gift card: leave this limit empty.'
    return {
      ...(MaximumBalance !== null && { MaximumBalance: sentence }),
      ...(MaximumReloadPerDay !== null && { MaximumReloadPerDay: sentence }),
      ...(program.AllowsHolderReload && {
        AllowsHolderReload: 'Nothing is added to a gift card: turn this off.',
      }),
    }
  }
  if (MaximumBalance === null || MaximumBalance >= MaximumInitialCardValue) return {}
  const least = moneyText(MaximumInitialCardValue)
  return { MaximumBalance: `A card can start with ${least}: enter that at the least, or nothing.` }
}
