import type { Answer, Failure } from '#web/api-client.ts'
import { differencesIn, withTheirs, type Words } from './differences.ts'
import { recordChanged, useConflict } from './use-conflict.tsx'

/** The fields of a record, and what stands for that state of them. */
export type Revised<Fields> = { readonly fields: Fields; readonly revision: string }

type Options<Fields, Data> = {
  /** 'venue': what somebody else has changed. */
  what: string
  send: (fields: Fields, revision: string) => Promise<Answer<Data>>
  /** The record as it is now. */
  read: () => Promise<Answer<Revised<Fields>>>
  words?: Words<Fields>
}

/**
 * Saves a record from the state that the form was opened with. Where somebody was faster, `question` asks whose is kept,
 * field by field, and the save goes on from there; it ends as the last try did.
 */
export function useRevisedSave<Fields extends object, Data>(options: Options<Fields, Data>) {
  const { what, send, read, words } = options
  const { ask, question } = useConflict(`Somebody else has changed this ${what} meanwhile.`)

  async function save(mine: Fields, start: Revised<Fields>): Promise<Answer<Data>> {
    const answer = await send(mine, start.revision)
    if (answer.ok || answer.code !== recordChanged) return answer
    const now = await read()
    if (!now.ok) return now
    const { fields: theirs } = now.data
    const kept = await ask(answer.message, differencesIn({ base: start.fields, mine, theirs }, words))
    return kept ? save(withTheirs(mine, theirs, kept), now.data) : { ...answer, errors: {} }
  }

  return { save, question }
}

/** What a toast says of a failure, unless somebody was faster: that is asked about. */
export const unlessChanged =
  (text: string) =>
  ({ code }: Failure): string | null =>
    code === recordChanged ? null : text

/** The fields of a record that a form holds, and no others. */
export function fieldsIn<Fields extends object, Key extends keyof Fields>(
  record: Fields,
  keys: readonly Key[],
): Pick<Fields, Key> {
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<Fields, Key>
}

/** What was read, as the record that a save starts from. */
export function revised<Data, Fields>(
  answer: Answer<Data>,
  revisedOf: (data: Data) => Revised<Fields> | undefined,
): Answer<Revised<Fields>> {
  if (!answer.ok) return answer
  const data = revisedOf(answer.data)
  return data
    ? { ok: true, data }
    : { ok: false, status: 404, code: 'not_found', message: 'It is gone.', errors: {} }
}
