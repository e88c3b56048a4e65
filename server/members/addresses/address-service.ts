import type { AddressSuggestion } from '#contract/business/addresses.ts'

/** Something that knows addresses. */
export type AddressService = {
  /** Australian addresses that what was typed may mean: the likeliest first, at most ten. */
  suggest(typed: string): Promise<AddressSuggestion[]>
}

export const mostSuggestions = 10
