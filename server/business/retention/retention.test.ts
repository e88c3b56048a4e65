import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { proveAgain } from '#contract/access/step-up.ts'
import {
  longestMonths,
  mostCountedToFallAway,
  type RetentionMonths,
  retentionKinds,
  retentionLabels,
  retentionWords,
  shortestMonths,
} from '#contract/business/retention-words.ts'
import { revisionOf } from '#platform/call'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

const params = { businessId: 'harbourside' }
const forGood = Object.fromEntries(retentionKinds.map((kind) => [kind, null])) as RetentionMonths
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())
beforeEach(async () => {
  await hub.owner.query('delete from retention')
})

type Change = Partial<RetentionMonths> & { IsShorter?: boolean }
const read = async () => (await hub.as(people.admin)(api.getRetention, { params })).body
const save = (change: Change, as: string = people.admin) =>
  hub.as(as)(api.saveRetention, { params, body: { ...forGood, ...change } })
const preview = (query: object, as: string = people.admin) =>
  hub.as(as)(api.previewRetention, { params, query })

describe('how long a business keeps its records', () => {
  test('is for good until somebody says otherwise', async () => {
    expect(await read()).toEqual({ ...forGood, Revision: expect.any(String) })
  })

  test('is changed by who manages its users, on record', async () => {
    const months = { MessageTexts: 6, Messages: 24, MemberChanges: 36 }
    const { status, body } = await save({ ...months, IsShorter: true })
    expect([status, body]).toMatchObject([200, { ...forGood, ...months }])
    expect(await read()).toEqual(body)
    const { rows } = await hub.owner.query(
      `select record_kind as kind, record_id as id, before, after from audit_entry where action = 'saveRetention'
       order by id desc limit 1`,
    )
    expect(rows).toMatchObject([
      {
        kind: 'Business',
        id: 'harbourside',
        before: { 'Texts of messages kept': 'for good', 'History of members kept': 'for good' },
        after: {
          'Texts of messages kept': '6 months',
          'List of messages kept': '2 years',
          'History of members kept': '3 years',
          'Audit trail kept': 'for good',
        },
      },
    ])
    const others = await hub.as(people.superAdmin)(api.getRetention, {
      params: { businessId: 'valley-golf' },
    })
    expect(others.body).toMatchObject(forGood)
  })

  test('is shortened by who means it alone, and lengthened by a save', async () => {
    const refused = await save({ MemberChanges: 24 })
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { ErrorCode: 'retention_shorter', ErrorMessage: retentionWords.isShorter },
    ])
    expect((await save({ MemberChanges: 24, IsShorter: true })).status).toBe(200)
    expect((await save({ MemberChanges: 18 })).error.ErrorCode).toBe('retention_shorter')
    expect((await save({ MemberChanges: 30 })).status).toBe(200)
    expect((await save({})).status).toBe(200)
    expect(await read()).toMatchObject(forGood)
  })

  test('is saved by a tab from before the upgrade, which leaves what it does not know of as it is', async () => {
    const { RequestFiles: _, ...known } = forGood
    // The revision that the former version gave it.
    expect((await read()).Revision).toBe(revisionOf(Object.values(known)))
    await save({ RequestFiles: 12, IsShorter: true })
    const { status, body } = await hub.as(people.admin)(api.saveRetention, {
      params,
      body: { ...known, CardChanges: 24, IsShorter: true },
    })
    expect([status, body]).toMatchObject([200, { ...known, CardChanges: 24, RequestFiles: 12 }])
    expect(await read()).toEqual(body)
  })

  test('asks again who they are before it is shortened, and not before it is lengthened', async () => {
    await save({ CardChanges: 12, IsShorter: true })
    const session = (by: string) =>
      hub.owner.query(
        `update identity.session set auth_time = auth_time ${by} interval '16 minutes',
           proved_at = proved_at ${by} interval '16 minutes'`,
      )
    await session('-')
    const refused = await save({ CardChanges: 12, MemberChanges: 12, IsShorter: true })
    expect([refused.status, refused.error.ErrorCode]).toEqual([403, proveAgain])
    expect((await save({ CardChanges: 24 })).status).toBe(200)
    await session('+')
  })

  test('of the audit trail is super administrators’ to say', async () => {
    const refused = await save({ AuditTrail: 24, IsShorter: true })
    expect([refused.status, refused.error]).toMatchObject([
      403,
      { ErrorCode: 'beyond_own_authority', ErrorMessage: retentionWords.trailNotYours },
    ])
    expect((await save({ AuditTrail: 24, IsShorter: true }, people.superAdmin)).status).toBe(200)
    // Who leaves it as it is may change the others.
    expect((await save({ AuditTrail: 24, CardChanges: 12, IsShorter: true })).status).toBe(200)
    expect((await save({ AuditTrail: null })).status).toBe(403)
  })

  test('is not for those who are confined to venues, nor for others', async () => {
    const confined = await confinedAdmin(hub)
    const body = { ...forGood, CardChanges: 12, IsShorter: true }
    expect((await confined(api.saveRetention, { params, body })).status).toBe(403)
    for (const row of [api.getRetention, api.previewRetention])
      expect((await hub.as(people.reception)(row, { params })).status).toBe(403)
  })

  test.each(retentionKinds)(
    'has a least and a most for %s, which the database holds to as well',
    async (kind) => {
      const least = shortestMonths[kind]
      const { status, error } = await save({ [kind]: least - 1, IsShorter: true }, people.superAdmin)
      expect([status, error.Errors]).toEqual([
        400,
        { [kind]: `${retentionLabels[kind]}: at least ${least} months, or for good.` },
      ])
      expect((await save({ [kind]: longestMonths + 1 }, people.superAdmin)).status).toBe(400)
      const set = (months: number) =>
        hub.database
          .forTenant('harbourside')
          .run(
            sql`insert into retention (business_id, kind, months) values ('harbourside', ${kind}, ${months})`,
          )
      await expect(set(least - 1)).rejects.toThrow('retention_check')
      await expect(set(longestMonths + 1)).rejects.toThrow('retention_check')
    },
  )

  test('doesn’t let go of lines before their texts', async () => {
    for (const months of [{ Messages: 12 }, { Messages: 12, MessageTexts: 18 }]) {
      const { status, error } = await save({ ...months, IsShorter: true })
      expect([status, error.Errors]).toEqual([400, { Messages: retentionWords.linesBeforeTexts }])
    }
  })
})

describe('what would fall away', () => {
  const kinds = { MemberChanges: 12, CardChanges: 12, EventScans: 6, MessageTexts: 3, Messages: 12 }

  test('is counted before anything is saved, kind by kind', async () => {
    await hub.owner.query(`
      insert into member_change (business_id, member_id, at, actor_id, actor_name, title)
      select business_id, member_id, now() - interval '2 years', 'x', 'X', 'Old' from member
      where business_id = 'harbourside' limit 7`)
    const { body } = await preview(kinds)
    expect(body.Results.map(({ Kind }) => Kind)).toEqual(retentionKinds.filter((kind) => kind in kinds))
    expect(body.Results.find(({ Kind }) => Kind === 'MemberChanges')).toEqual({
      Kind: 'MemberChanges',
      Count: 7,
      IsMore: false,
      KeptFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(await read()).toMatchObject(forGood)
    expect((await preview({})).body.Results).toEqual([])
  })

  test('is refused where it is too short', async () => {
    const { status, error } = await preview({ AuditTrail: 11 })
    expect([status, error.ErrorMessage]).toEqual([400, 'Audit trail: at least 12 months, or for good.'])
  })

  test('is counted no further than anybody asks, in a moment', async () => {
    await hub.owner.query(
      `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
       select 'harbourside', now() - interval '3 years', 'x', 'X', '', '', 'old', 'Old'
       from generate_series(1, $1)`,
      [mostCountedToFallAway + 5],
    )
    const { body } = await preview({ AuditTrail: 24 })
    expect(body.Results).toMatchObject([{ Count: mostCountedToFallAway, IsMore: true }])
  })
})
