import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { PlatformAuditFilters } from '#contract/audit/platform-audit.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Entered, enterTrail } from '#tests/reading/trail.ts'

let hub: TestHub
let superAdmin: Caller
let superUid: string
const params = { businessId: 'harbourside' }
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
  await hub.tokenOf(people.superAdmin)
  const { rows } = await hub.owner.query<{ uid: string }>(
    `select uid from super_administrator where email = $1`,
    [people.superAdmin],
  )
  superUid = rows[0]!.uid
})
afterAll(() => hub.close())

const enter = (...given: Entered) => enterTrail(hub, ...given)
const bySuper = (businessId: string, minutesAgo: number, given: Entered[2] = {}) =>
  enterTrail(hub, businessId, minutesAgo, { ActorName: 'Sam Super', ...given }, superUid)
const list = async (query: Partial<PlatformAuditFilters> & { limit?: number } = {}) =>
  (await superAdmin(api.listPlatformAudit, { query: { limit: 500, ...query } })).body.Results
const idsOf = (entries: { EntryId: string }[]) => entries.map(({ EntryId }) => EntryId)

describe('the platform’s trail', () => {
  test('has what belongs to no business, and what super administrators did in any, with its name', async () => {
    const theirs = await bySuper('harbourside', 1)
    const golf = await bySuper('valley-golf', 2)
    const own = await enter('*', 3, {
      Action: 'refusedEntry',
      RecordKind: 'account',
      RecordName: 'x@y.example',
    })
    const ofBusiness = await enter('harbourside', 1)
    const entries = await list()
    expect(idsOf(entries)).not.toContain(ofBusiness)
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          EntryId: theirs,
          BusinessId: 'harbourside',
          BusinessName: 'Harbourside Leagues Club',
          IsByAdministrator: true,
          Before: { Name: 'Roof' },
        }),
        expect.objectContaining({ EntryId: golf, BusinessId: 'valley-golf' }),
        expect.objectContaining({
          EntryId: own,
          BusinessId: null,
          BusinessName: null,
          IsByAdministrator: false,
        }),
      ]),
    )
    expect(idsOf(await list({ forBusiness: 'valley-golf' }))).toContain(golf)
    expect(idsOf(await list({ forBusiness: 'valley-golf' }))).not.toContain(theirs)
  })

  test('marks what they do the moment they do it, also in the business’s own trail', async () => {
    await superAdmin(api.addOption, {
      params: { ...params, list: 'MemberLevel' },
      body: { Key: 'OF-THE-TRAIL', Value: 'Of the trail' },
    })
    const [entry] = await list({ action: 'addOption', limit: 1 })
    expect(entry).toMatchObject({
      BusinessId: 'harbourside',
      ActorName: 'Sam Super',
      IsByAdministrator: true,
    })
    const admin = hub.as(people.admin)
    const read = async (by: 'administrators' | 'others') =>
      (await admin(api.listAudit, { params, query: { by, limit: 500 } })).body.Results
    expect(await read('administrators')).toContainEqual(
      expect.objectContaining({ EntryId: entry!.EntryId, IsByAdministrator: true }),
    )
    expect((await read('administrators')).every((each) => each.IsByAdministrator)).toBe(true)
    expect((await read('others')).some((each) => each.IsByAdministrator)).toBe(false)
    expect((await read('others')).length).toBeGreaterThan(0)
    const { body: csv } = await admin(api.exportAudit, { params, query: { action: 'addOption' } })
    expect((csv as string).trimEnd().split('\r\n').at(-1)).toMatch(/,Yes$/)
  })

  test('nobody can leave the mark out, or put it where it doesn’t belong', async () => {
    const insert = (actor: string, mark: boolean) =>
      hub.owner.query<{ marked: boolean }>(
        `insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title, by_administrator)
         values ('harbourside', $1, 'x', '', '', 'x', 'x', $2) returning by_administrator as marked`,
        [actor, mark],
      )
    expect((await insert(superUid, false)).rows).toEqual([{ marked: true }])
    expect((await insert('somebody', true)).rows).toEqual([{ marked: false }])
  })

  test('says once that a business was suspended, whoever wrote it down twice', async () => {
    const body = { Reason: 'Nobody has paid.' }
    await enter('*', 1, { Action: 'suspendBusiness', Title: 'Suspend a business', RecordKind: 'Business' })
    await superAdmin(api.suspendBusiness, { params, body })
    await superAdmin(api.liftSuspension, { params, body })
    for (const action of ['suspendBusiness', 'liftSuspension'])
      expect(await list({ action })).toEqual([
        expect.objectContaining({ BusinessId: 'harbourside', After: expect.objectContaining(body) }),
      ])
  })

  test('tells nothing of a business’s people: neither names nor values, nor by a search', async () => {
    const may = { RecordKind: 'Member', RecordName: 'May Prescott', RecordId: 'm-may' }
    const change = { Before: { Occupation: 'Baker' }, After: { Occupation: 'Miller' } }
    const id = await bySuper('harbourside', 0, { ...may, ...change })
    const { body: entry } = await superAdmin(api.getPlatformAuditEntry, { params: { entryId: id } })
    expect(entry).toMatchObject({
      RecordKind: 'Member',
      RecordId: 'm-may',
      RecordName: null,
      Before: { Occupation: null },
      After: { Occupation: 'changed' },
    })
    expect(await list({ record: 'prescott' })).toEqual([])
    expect(idsOf(await list({ record: 'm-may' }))).toEqual([id])
    const { body: csv } = await superAdmin(api.exportPlatformAudit, { query: { record: 'm-may' } })
    expect(csv).not.toMatch(/prescott|baker|miller/i)
    // The business's own trail tells all.
    const own = await superAdmin(api.getAuditEntry, { params: { ...params, entryId: id } })
    expect(own.body).toMatchObject({ RecordName: 'May Prescott', ...change })
  })

  test('is newest first and goes on page by page, without a gap or a repeat', async () => {
    for (const business of ['harbourside', 'valley-golf', 'harbourside'])
      await bySuper(business, 500, { ActorName: 'Twin Peaks' })
    const seen: string[] = []
    let query: Record<string, string | number> = { limit: 1, person: 'twin' }
    for (;;) {
      const { body } = await superAdmin(api.listPlatformAudit, { query })
      seen.push(...idsOf(body.Results))
      if (!body._links.next) break
      query = Object.fromEntries(new URL(body._links.next.href).searchParams)
    }
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(idsOf(await list({ person: 'twin' })))
  })

  test('one entry is found by its number, of those it has alone', async () => {
    const id = await bySuper('valley-golf', 0)
    const foreign = await enter('valley-golf', 0)
    const read = (entryId: string) => superAdmin(api.getPlatformAuditEntry, { params: { entryId } })
    expect((await read(id)).body).toMatchObject({ EntryId: id, BusinessId: 'valley-golf' })
    expect((await read(foreign)).error.ErrorMessage).toBe('The entry was not found.')
  })

  test('offers the kinds it has, each once', async () => {
    await bySuper('valley-golf', 0, { Action: 'onlyBySuper', Title: 'Only by super' })
    await enter('valley-golf', 0, { Action: 'onlyByOthers', Title: 'Only by others' })
    const { body } = await superAdmin(api.listPlatformAuditActions)
    const actions = body.Results.map(({ Action }) => Action)
    expect(actions).toContain('onlyBySuper')
    expect(actions).not.toContain('onlyByOthers')
    expect(new Set(actions).size).toBe(actions.length)
  })

  test('has a file with the business of each', async () => {
    await bySuper('harbourside', 0, { RecordId: 'for-the-file' })
    const { body, headers } = await superAdmin(api.exportPlatformAudit, { query: { record: 'for-the-file' } })
    const lines = (body as string).trimEnd().split('\r\n')
    expect(headers['content-disposition']).toMatch(/platform-audit-[\d-]+\.csv$/)
    expect(lines[0]).toMatch(/^\uFEFFWhen \(UTC\),Who,What.*By a super administrator,Business,Business id$/)
    expect(lines[1]).toMatch(/Yes,Harbourside Leagues Club,harbourside$/)
    expect(lines).toHaveLength(2)
  })

  test.each([people.admin, people.reception])('is closed to %s', async (email) => {
    for (const row of [api.listPlatformAudit, api.listPlatformAuditActions, api.exportPlatformAudit])
      expect((await hub.as(email)(row)).status).toBe(403)
  })

  test('is read by its own indexes', async () => {
    await hub.owner.query(`
      insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title)
      select 'harbourside', case when n % 4 = 0 then '${superUid}' else 'x' end, 'x', '', '', 'signIn', 'Sign in'
      from generate_series(1, 8000) n`)
    await hub.owner.query('analyze audit_entry')
    await hub.owner.query(`begin; set local role hub_app; select set_config('app.business_id', '*', true)`)
    const planOf = async (conditions: string) => {
      const { rows } = await hub.owner.query<{ 'QUERY PLAN': string }>(`
        explain select id from audit_entry where (by_administrator or business_id = '*') and ${conditions}
        order by at desc, id desc limit 30`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await planOf('at < now()')).toMatch(
      /Limit.*\n(.*Merge Append.*\n.*Sort Key.*\n)?.*Index Scan using platform_trail_newest/,
    )
    expect(await planOf(`action = 'updateVenue'`)).toContain('platform_trail_by_action')
    expect(await planOf('id = 7')).toContain('platform_trail_entry')
    await hub.owner.query('rollback')
  })
})
