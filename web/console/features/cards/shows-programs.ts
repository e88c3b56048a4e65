import { cardProgramsApi } from '#contract/card-programs.ts'
import { configurationApi } from '#contract/configuration.ts'

/** What a change of a card program makes out of date. */
export const showsPrograms = [cardProgramsApi.listCardPrograms, configurationApi.getConfiguration]
