import { api } from '#contract'
import type { Question } from '#contract/requests/questions.ts'
import { people, type TestHub } from '#tests/hub.ts'

/** A question of a form, with what a test says of it. */
export const question = (Id: string, Kind: Question['Kind'], more: Partial<Question> = {}): Question => ({
  Id,
  Kind,
  Label: `Question ${Id}`,
  Help: '',
  IsRequired: false,
  Options: [],
  ShownWhen: null,
  PerTypes: [],
  ...more,
})

/** Gives a form of the demo these questions. */
export async function askThese(hub: TestHub, formId: string, Questions: Question[], change: object = {}) {
  const params = { businessId: 'harbourside', formId }
  const { body: form } = await hub.as(people.admin)(api.getRequestForm, { params })
  const saved = await hub.as(people.admin)(api.updateRequestForm, {
    params,
    query: { revision: form.Revision },
    body: { ...form, ...change, Questions },
  })
  if (saved.status !== 200) throw new Error(saved.error.ErrorMessage)
  return saved.body
}
