import type { AddressSuggestion } from '#contract/business/addresses.ts'

/** Something that knows addresses. */
export type AddressService = {
  /** False if it knows no streets: they are taken as typed. */
  areStreetsChecked: boolean
  /** Australian addresses that what was typed may mean: the likeliest first, at most ten. */
  suggest(typed: string): Promise<AddressSuggestion[]>
}

export const mostSuggestions = 10
