import { z } from 'zod'
import { needed } from '#contract/words/needed.ts'
import { hasDecimals } from './decimals.ts'

/** Dollars with at most two decimals. */
export const Dollars = z
  .number(needed('Enter an amount.'))
  .min(0, 'The amount can not be negative.')
  .max(1_000_000, 'The amount can be a million dollars at the most.')
  .refine((amount) => hasDecimals(amount, 2), 'The amount can have two decimals at the most.')
