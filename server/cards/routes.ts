import type { cardProgramsApi } from '#contract/card-programs.ts'
import type { Handlers } from '#platform/call.ts'
import { removeCardArt, setCardArt } from './card-art.ts'
import { createCardProgram, listCardPrograms, retireCardProgram, updateCardProgram } from './card-programs.ts'

/** The kinds of cards a business issues. */
export const cardProgramRoutes: Handlers<typeof cardProgramsApi> = {
  listCardPrograms,
  createCardProgram,
  updateCardProgram,
  retireCardProgram,
  setCardArt,
  removeCardArt,
}
