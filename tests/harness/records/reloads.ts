import { api } from '#contract'
import type { ReloadRules } from '#contract/cards/reload-limits.ts'
import { people, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

/** Adds money of the business to a card. */
export const reload = (
  hub: TestHub,
  cardId: string,
  Amount: number,
  { who = people.admin, Note = 'Prize' }: { who?: string; Note?: string } = {},
) => hub.as(who)(api.reloadCard, { params: { ...params, cardId }, body: { Amount, Note } })

/** Gives the club card other limits. */
export async function limitReloads(
  hub: TestHub,
  limits: { [Name in keyof ReloadRules]?: ReloadRules[Name] | undefined },
) {
  const superAdmin = hub.as(people.superAdmin)
  const { body } = await superAdmin(api.listCardPrograms, { params })
  const program = body.Results.find(({ Description }) => Description === 'Harbourside Club Card')!
  const { CardProgramId: cardProgramId, Revision: revision } = program
  return superAdmin(api.updateCardProgram, {
    params: { ...params, cardProgramId },
    query: { revision },
    body: { ...program, MaximumInitialCardValue: 100, ...limits },
  })
}
