import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { type Endpoint, superAdministrator } from '#contract/endpoint.ts'
import { growMembers } from '#server/demo/members'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { growRecords, moveOldest } from '#tests/records/many.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

// A page of a list is as much to read in a club of any size, whatever it is narrowed by and whoever asks.
const members = 200_000
const records = 60_000
// So many members have a venue of their own, and the oldest records. Half of the others have all the rest, and half have next to none.
const few = 300
// What is walked in the hope of a page, or looked up and sorted, with what is joined to it.
const most = 20_000
const connections = 2

const has = (schema: z.ZodType, field: string) => schema instanceof z.ZodObject && field in schema.shape
const lists = Object.entries(api as unknown as Record<string, Endpoint>).filter(
  ([, { method, query }]) => method === 'GET' && has(query, 'continuationToken'),
)

let hub: TestHub
let params: Record<string, string>
let callers: Record<'everyone' | 'confined' | 'ofFew' | 'ofHalf' | 'platform', Caller>
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  await growMembers(hub.databaseUrl, 'harbourside', members, () => undefined, 'fast')
  params = {
    ...(await recordIds(hub.owner, 'harbourside')),
    businessId: 'harbourside',
    pointsTypeId: 'Points',
  }
  await growRecords(hub.owner, records)
  await moveOldest(hub.owner, few, '3')
  await hub.owner.query('vacuum analyze')
  callers = {
    everyone: hub.as(people.admin),
    confined: await confinedAdmin(hub),
    ofFew: await confinedAdmin(hub, people.reception, '3'),
    ofHalf: await confinedAdmin(hub, people.finance, '1'),
    platform: hub.as(people.superAdmin),
  }
}, 15 * 60_000)
afterAll(() => hub.close())

type Query = Readonly<Record<string, string>>

/** What one may narrow a list by: words that are nobody's, and each value of what has some. */
function queriesOf({ query }: Endpoint): Query[] {
  const fields = query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : []
  return [{}, ...fields.flatMap(([name, field]) => valuesOf(name, field).map((value) => ({ [name]: value })))]
}

const nobodys = ['nobody-at-all', 'xq', '~nobody xq']
const searched = new Set(['q', 'person', 'record', 'membershipNumber'])

function valuesOf(name: string, field: z.ZodType): readonly string[] {
  if (searched.has(name)) return nobodys
  if (name === 'count') return []
  const { enum: options } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as {
    enum?: string[]
  }
  return options ?? []
}

const rare =
  'Of a venue with many members there are hardly any: a venue stands with the member alone (decision 0155).'
const outcome = 'What came of a reminder stands with its member, and with what they wish.'
const anew = 'It is worked out anew, of everybody who is due.'

// What may read more, and why.
const exceptions: Readonly<Record<string, string>> = {
  'listCards confined': rare,
  'listCardOrders confined': rare,
  'listCardsByMember confined': rare,
  'listPayments confined': rare,
  'listVisitors confined': rare,
  'listRenewalReminders everyone': outcome,
  'listRenewalReminders confined': rare,
  'listRenewalReminders ofHalf': outcome,
  'previewReminders everyone': anew,
  'previewReminders confined': anew,
  'previewReminders ofFew': anew,
  'previewReminders ofHalf': anew,
}
const beyond = new Set<string>()

describe.each(lists)('%s', (name, row) => {
  const users =
    row.access.kind === superAdministrator.kind
      ? (['platform'] as const)
      : (['everyone', 'confined', 'ofFew', 'ofHalf'] as const)
  const asked = users.flatMap((who) => queriesOf(row).map((query) => [who, query] as const))
  test.each(asked)('to %s by %o', async (who, query) => {
    const sample = samples[name as keyof typeof samples] as { params?: object; query?: object }
    const ask = async () => {
      const { status, error } = await callers[who](row, {
        params: { ...sample.params, ...params },
        query: { ...sample.query, ...query },
      })
      // Some records are of a venue that isn't theirs.
      expect([200, 404, 403], JSON.stringify(error)).toContain(status)
    }
    const read = await rowsRead(hub, connections).secondTime(ask)
    if (read >= most) beyond.add(`${name} ${who}`)
    if (!exceptions[`${name} ${who}`]) expect(read).toBeLessThan(most)
  })
})

test('what may read more does', () => {
  expect(Object.keys(exceptions).toSorted()).toEqual([...beyond].toSorted())
})
