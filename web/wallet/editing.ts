import { createContext } from 'react'

/** A list of a design that things can be added to. */
export type PassList =
  | 'Secondary'
  | 'Back'
  | `GooglePassMessages.${'AllMembers' | 'EachMember'}`
  | `GooglePassLinks.${'AllMembers' | 'EachMember'}`
  | `GooglePayPassCardFrontLabels.${'Left' | 'Right'}`

/** What can be done with the parts of a pass while it is designed. A part is named by its path in the document. */
export type Editing = {
  readonly selected: string | null
  select: (path: string) => void
  add: (list: PassList) => void
  /** Puts a part in the place of another of its list. */
  move: (path: string, to: string) => void
}

/** Filled by the builder; elsewhere passes are only looked at. */
export const EditingContext = createContext<Editing | null>(null)
