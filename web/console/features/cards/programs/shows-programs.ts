import { cardProgramsApi } from '#contract/cards/card-programs.ts'
import { configurationApi } from '#contract/business/configuration.ts'

/** What a change of a card program makes out of date. */
export const showsPrograms = [cardProgramsApi.listCardPrograms, configurationApi.getConfiguration]
