import { api } from '#contract'
import type { DuplicateChoices } from '#contract/members/member-imports.ts'
import type { TestHub } from '#tests/hub.ts'

const businessId = 'harbourside'

export const skipAll: DuplicateChoices = { Number: 'skip', NameAndBirthDate: 'skip', Email: 'skip' }

/** The input of a call about one import. */
export function importParams(importId: string) {
  return { params: { businessId, importId } }
}

type Wish = { venue?: string | null; mapping?: (string | null)[]; partLength?: number }

/** Imports of Harbourside by one of the demo's people, from the file to the members. The jobs are done at once. */
export function importsBy(hub: TestHub, email: string) {
  const caller = hub.as(email)
  const read = async (importId: string) => (await caller(api.getMemberImport, importParams(importId))).body
  const work = (task: string, importId: string) =>
    hub.tasks[task]!({ businessId, importId } as never, { isLast: false })
  /** On a busy machine it takes more than one turn. */
  const workWhile = async (state: string, task: string, importId: string) => {
    do await work(task, importId)
    while ((await read(importId)).State === state)
  }

  async function upload(text: string, { partLength = text.length }: Wish = {}) {
    const parts = Math.ceil(text.length / partLength)
    const body = { FileName: 'members.csv', Size: text.length, Parts: parts }
    const { ImportId: importId } = (await caller(api.createMemberImport, { params: { businessId }, body }))
      .body
    for (let part = 0; part < parts; part++) {
      const Text = text.slice(part * partLength, (part + 1) * partLength)
      await done(
        caller(api.addMemberImportPart, {
          params: { businessId, importId, part: String(part) },
          body: { Text },
        }),
      )
    }
    return importId
  }

  /** Uploads a file and starts its dry run, with the guessed fields if no others are wished. */
  async function startCheck(text: string, wish: Wish = {}) {
    const importId = await upload(text, wish)
    const Mapping = wish.mapping ?? (await read(importId)).Columns.map(({ Guess }) => Guess)
    const body = { Mapping, VenueNo: wish.venue ?? '1' }
    await done(caller(api.checkMemberImport, { ...importParams(importId), body }))
    return importId
  }

  async function check(text: string, wish: Wish = {}) {
    const importId = await startCheck(text, wish)
    await workWhile('Checking', 'check_member_import', importId)
    return read(importId)
  }

  const startRun = (importId: string, choices: Partial<DuplicateChoices> = {}) =>
    done(caller(api.runMemberImport, { ...importParams(importId), body: { ...skipAll, ...choices } }))

  async function run(importId: string, choices: Partial<DuplicateChoices> = {}) {
    await startRun(importId, choices)
    await workWhile('Running', 'run_member_import', importId)
    return read(importId)
  }

  const rowsOf = async (importId: string, finding: 'Refused' | keyof DuplicateChoices) =>
    (await caller(api.listMemberImportRows, { ...importParams(importId), query: { finding } })).body.Results
  const memberOf = async (q: string) => {
    const { body } = await caller(api.listMembers, { params: { businessId }, query: { q } })
    const params = { businessId, memberId: body.Results[0]!.id }
    return (await caller(api.getMember, { params })).body.Results[0]!
  }
  return { read, work, upload, startCheck, check, startRun, run, rowsOf, memberOf }
}

async function done(asked: Promise<{ status: number; error: { ErrorMessage: string } }>): Promise<void> {
  const { status, error } = await asked
  if (status >= 400) throw new Error(error.ErrorMessage)
}
