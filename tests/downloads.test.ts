import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, file } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

// Files that are no list of people which somebody takes away.
const withoutEntry: Record<string, string> = {
  getFile: 'A picture that patrons see.',
  getMemberPhotoImage: 'The page of a member shows it again and again, and who sees members sees them.',
  getDoorPhoto: 'A door shows it with each scan, which is on record.',
  getApplePass: 'A patron’s own pass.',
  getEventCalendar: 'When and where an event is, and nothing of anybody.',
  getCalendar: 'A calendar fetches it again and again; who made its link is on record.',
  getDoorListPart: 'A door fetches it again and again, part by part; who made the door’s kit is on record.',
}

const files = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => row.output === file)
const recorded = files.filter(([name]) => !(name in withoutEntry))

test('every row that answers with a file leaves an entry, or says why not', () => {
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(withoutEntry)))
  for (const [name, row] of files)
    expect([name, row.leavesEntry ?? false]).toEqual([name, !(name in withoutEntry)])
  const others = Object.values(api as Record<string, Endpoint>).filter((row) => row.output !== file)
  expect(others.some((row) => row.leavesEntry)).toBe(false)
})

describe('who takes a file away', () => {
  let hub: TestHub
  let ids: Record<string, string>
  beforeAll(async () => {
    hub = await startTestHub()
    ids = await recordIds(hub.owner, 'harbourside')
    await hub.owner.query(`
      insert into card_order_batch (business_id, batch_number, order_count, created_by_id, created_by_name)
      values ('harbourside', 999, 0, 'x', 'x')`)
  })
  afterAll(() => hub.close())
  const entriesOf = async (action: string) =>
    (
      await hub.owner.query(
        `select business_id, actor_name, by_administrator, record_kind, record_id, record_name, after from audit_entry
         where action = $1 order by id`,
        [action],
      )
    ).rows
  const inputOf = (name: string) => {
    const sample = samples[name as keyof typeof samples] as { params?: object }
    return { ...sample, params: { ...ids, ...sample.params } }
  }

  test.each(recorded)('is on record: %s', async (name, row) => {
    const { status, error } = await hub.as(people.superAdmin)(row, inputOf(name))
    expect(error?.ErrorMessage).toBeUndefined()
    expect(status).toBe(200)
    expect(await entriesOf(name)).toEqual([
      expect.objectContaining({
        business_id: row.path.includes('{businessId}') ? 'harbourside' : '*',
        actor_name: 'Sam Super',
        by_administrator: true,
        record_kind: 'Export',
        // The platform reads it as well: no name that somebody may have given to a file.
        record_id: name,
        record_name: expect.stringMatching(/\.(csv|xlsx|zip|pdf)$/),
      }),
    ])
  })

  test('by the filters they sent, and as what people read', async () => {
    const params = { businessId: 'harbourside' }
    const admin = hub.as(people.admin)
    await admin(api.exportAudit, { params, query: { person: 'alex', unknown: 'x' } as never })
    const [entry] = (await admin(api.listAudit, { params, query: { action: 'exportAudit', limit: 1 } })).body
      .Results
    expect(entry).toMatchObject({
      ActorName: 'Alex Admin',
      After: { Person: 'alex' },
      IsByAdministrator: false,
    })
  })

  test('neither who is refused nor who asks for the head alone', async () => {
    const before = await entriesOf('exportAudit')
    const params = { businessId: 'harbourside' }
    const query = { startDate: 'yesterday' }
    expect((await hub.as(people.door)(api.exportAudit, { params })).status).toBe(403)
    expect((await hub.as(people.admin)(api.exportAudit, { params, query })).status).toBe(400)
    const { statusCode } = await hub.app.inject({
      method: 'HEAD',
      url: '/api/cherrypay/v1/harbourside/audit/csv',
      headers: { authorization: `Bearer ${await hub.tokenOf(people.admin)}` },
    })
    expect(statusCode).toBe(200)
    expect(await entriesOf('exportAudit')).toEqual(before)
  })
})
