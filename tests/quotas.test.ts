import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import { quotas, type QuotaName } from '#contract/values/quota.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importParams, importsBy, skipAll } from '#tests/records/imports.ts'
import { cardProgram, event, requestForm, venue } from '#tests/samples/sample-records.ts'
import { samples } from '#tests/samples/samples.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
const ids = { member: '', event: '', uid: '' }
beforeAll(async () => {
  hub = await startTestHub()
  const admin = hub.as(people.superAdmin)
  ids.member = (await admin(api.listMembers, { params, query: { limit: 1 } })).body.Results[0]!.id
  ids.event = (await admin(api.createEvent, { params, body: event })).body.id
  ids.uid = (await admin(api.getMe)).body.Uid
})
afterAll(() => hub.close())

type Filled = {
  /** Where they are kept, and which of them count. */
  table: string
  held?: () => string
  /** Columns and values of one of many, `n` is its number. */
  filling: () => Record<string, string>
  /** Makes one more. */
  make: (n: number) => Promise<{ status: number; error: { ErrorMessage: string } }>
}

const admin = () => hub.as(people.superAdmin)
const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

// A new kind of room has to bring its own: without it the types don't fit.
const rooms: Record<Exclude<QuotaName, 'importsAtWork'>, Filled> = {
  savedFilters: {
    table: 'saved_filter',
    held: () => `owner_id = '${ids.uid}'`,
    filling: () => ({
      owner_id: `'${ids.uid}'`,
      owner_name: `''`,
      name: `'f' || n`,
      query: `''`,
      is_shared: 'false',
    }),
    make: (n) =>
      admin()(api.saveFilter, {
        params,
        body: { Name: `One more ${n}`, Query: 'Financial=true', IsShared: false },
      }),
  },
  savedReports: {
    table: 'saved_report',
    held: () => `owner_id = '${ids.uid}'`,
    filling: () => ({
      owner_id: `'${ids.uid}'`,
      owner_name: `''`,
      owner_email: `''`,
      name: `'r' || n`,
      report: `'cards'`,
      search: `''`,
      is_shared: 'false',
      schedule: `'Never'`,
    }),
    make: (n) =>
      admin()(api.saveReport, { params, body: { ...samples.saveReport.body, Name: `One more ${n}` } }),
  },
  memberNotes: {
    table: 'member_note',
    held: () => `member_id = '${ids.member}'`,
    filling: () => ({
      member_id: `'${ids.member}'`,
      text: `'x'`,
      is_pinned: 'false',
      actor_id: `''`,
      actor_name: `''`,
    }),
    make: () =>
      admin()(api.addMemberNote, {
        params: { ...params, memberId: ids.member },
        body: { Text: 'One more.' },
      }),
  },
  doorKits: {
    table: 'door_kit',
    held: () => `event_id = '${ids.event}'`,
    filling: () => ({
      event_id: `'${ids.event}'`,
      name: `'k' || n`,
      secret_hash: `sha256(n::text::bytea)`,
      created_by: `''`,
    }),
    make: () =>
      admin()(api.createDoorKit, { params: { ...params, eventId: ids.event }, body: { Name: 'One more' } }),
  },
  apiKeys: {
    table: 'api_key',
    filling: () => ({
      name: `'k' || n`,
      venue_no: `'1'`,
      secret_hash: `sha256(n::text::bytea)`,
      ending: `'abcd'`,
      created_by: `''`,
    }),
    make: () => admin()(api.createApiKey, { params, body: { Name: 'One more', VenueNo: '1' } }),
  },
  venues: {
    table: 'venue',
    filling: () => ({ venue_no: `(1000 + n)::text`, display_name: `'v' || n` }),
    make: () => admin()(api.createVenue, { params, body: venue }),
  },
  options: {
    table: 'option_list_item',
    held: () => `list = 'Title'`,
    filling: () => ({ list: `'Title'`, key: `'t' || n`, value: `'t' || n`, position: '1000 + n' }),
    make: (n) =>
      admin()(api.addOption, {
        params: { ...params, list: 'Title' },
        body: { Key: `more${n}`, Value: `One more ${n}` },
      }),
  },
  cardPrograms: {
    table: 'card_program',
    filling: () => ({
      description: `'p' || n`,
      program_type: `'InstantGift'`,
      delivery_types: `'{Email}'`,
      is_physical_enabled: 'false',
      minimum_cents: '0',
      maximum_cents: '1',
      is_promotional: 'false',
    }),
    make: () => admin()(api.createCardProgram, { params, body: cardProgram }),
  },
  passConfigurations: {
    table: 'pass_configuration',
    filling: () => ({
      document: `'${JSON.stringify(newPassDocument('One of many')).replaceAll("'", "''")}'::jsonb`,
      updated_by_name: `''`,
    }),
    make: () => admin()(api.createPassConfiguration, { params, body: { DisplayName: 'One more' } }),
  },
  requestForms: {
    table: 'request_form',
    filling: () => ({
      kind: `'Registration'`,
      display_name: `'f' || n`,
      is_open: 'false',
      config: `'{}'`,
      updated_by_name: `''`,
    }),
    make: () => admin()(api.createRequestForm, { params, body: requestForm }),
  },
  importFiles: {
    table: 'member_import',
    held: () => `(parts_there > 0 or state = 'Uploading')`,
    filling: () => ({
      file_name: `'i' || n`,
      parts: '1',
      actor_id: `''`,
      actor_name: `''`,
      address: `''`,
      request_id: `''`,
    }),
    make: () =>
      admin()(api.createMemberImport, { params, body: { FileName: 'more.csv', Size: 1, Parts: 1 } }),
  },
}

describe.each(Object.entries(rooms) as [keyof typeof quotas, Filled][])(
  '%s',
  (name, { table, held, filling, make }) => {
    test('have an end: of two who come for the last place one gets it', async () => {
      const { most, sentence } = quotas[name]
      const [columns, values] = [Object.keys(filling()), Object.values(filling())]
      await hub.owner.query(`
      insert into ${table} (business_id, ${columns.join()})
      select 'harbourside', ${values.join()} from generate_series(1, ${most - 1} - (
        select count(*)::int from ${table} where business_id = 'harbourside' and ${held?.() ?? 'true'})) n`)
      const answers = await Promise.all([make(1), make(2)])
      expect(statusesOf(answers)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.error.ErrorMessage).toBe(sentence)
    })
  },
)

test('two imports are worked on at once, and no third, however many are started at once', async () => {
  await hub.owner.query(`update member_import set state = 'Cancelled', parts_there = 0`)
  const imports = importsBy(hub, people.superAdmin)
  const uploaded: string[] = []
  for (let n = 0; n < 4; n++) uploaded.push(await imports.upload(`First Name,Surname\nAnn,Lee${n}\n`))
  const start = (importId: string) =>
    admin()(api.checkMemberImport, {
      ...importParams(importId),
      body: { Mapping: ['FirstName', 'LastName'], VenueNo: '1' },
    })
  const answers = await Promise.all(uploaded.map(start))
  expect(statusesOf(answers)).toEqual([200, 200, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.ErrorMessage).toBe(quotas.importsAtWork.sentence)

  const atWork = uploaded.filter((_, at) => answers[at]!.status === 200)
  await imports.work('check_member_import', atWork[0]!)
  const waiting = uploaded.filter((each) => !atWork.includes(each))
  expect((await start(waiting[0]!)).status).toBe(200)
  const run = await admin()(api.runMemberImport, { ...importParams(atWork[0]!), body: skipAll })
  expect(run.error.ErrorMessage).toBe(quotas.importsAtWork.sentence)
})

test('the file of an import that is called off before it ran makes room', async () => {
  const imports = importsBy(hub, people.superAdmin)
  await hub.owner.query(`update member_import set state = 'Cancelled', parts_there = 0`)
  const importId = await imports.upload('First Name,Surname\nAnn,Lee\n')
  expect((await admin()(api.cancelMemberImport, importParams(importId))).status).toBe(200)
  await imports.work('forget_member_import', importId)
  const { rows } = await hub.owner.query('select from member_import_part where import_id = $1', [importId])
  expect(rows).toHaveLength(0)
  expect((await imports.read(importId)).State).toBe('Cancelled')
})

test('the files that are kept have an end together', async () => {
  const imports = importsBy(hub, people.superAdmin)
  await hub.owner.query(`update member_import set state = 'Cancelled', parts_there = 0`)
  const importId = await imports.upload('First Name,Surname\nAnn,Lee\n')
  await hub.owner.query(`update member_import set characters = 1000000000 where import_id = $1`, [importId])
  await expect(imports.upload('First Name,Surname\nAnn,Lee\n')).rejects.toThrow(/1 GB together/)
})
