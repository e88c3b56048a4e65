import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { forgetInPieces, inPieces, type InPieces, type Piece } from './pieces.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.tokenOf(people.admin)
})
afterAll(() => hub.close())
beforeEach(() => hub.owner.query('delete from graphile_worker._private_jobs'))
afterEach(() => void vi.restoreAllMocks())

const hurried = 'test_in_pieces'

/** From here on, whoever looks how late it is finds that its turn was over long ago. */
function timeFlies() {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
}

async function queued(): Promise<InPieces[]> {
  const { rows } = await hub.owner.query<{ payload: InPieces }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1`,
    [hurried],
  )
  return rows.map(({ payload }) => payload)
}

/** Work that has so many pieces in each business, and notes which were done. */
function piecesOf(counts: Record<string, number>, failing: (at: string) => boolean = () => false) {
  const done: string[] = []
  const work = async (businessId: string, after: string): Promise<Piece> => {
    const at = `${businessId} ${Number(after)}`
    done.push(at)
    const next = Number(after) + 1 < (counts[businessId] ?? 1) ? String(Number(after) + 1) : null
    return failing(at) ? { next, failure: new Error(`${at} failed`) } : { next }
  }
  const turn = (payload: InPieces = {}) => inPieces(hub.database, hurried, work, payload)
  return { done, turn, only: (business: string) => done.filter((at) => at.startsWith(business)) }
}

test('each business has one piece done, then those that have more the next', async () => {
  const { done, turn, only } = piecesOf({ harbourside: 3 })
  await turn()
  expect(only('harbourside')).toEqual(['harbourside 0', 'harbourside 1', 'harbourside 2'])
  expect(done.slice(-2)).toEqual(['harbourside 1', 'harbourside 2'])
  expect(done.filter((at) => at === 'valley-golf 0')).toHaveLength(1)
  expect(await queued()).toEqual([])
})

test('what is left when its time is up is queued, once, and goes on where it was', async () => {
  const { done, turn } = piecesOf({ harbourside: 3 })
  timeFlies()
  const clock = { _cron: { ts: '2031-05-05T00:00:00Z' } }
  // However many have a turn: one piece is done in any case, and not one more.
  const left = ['harbourside', 'valley-golf'].map((businessId) => ({ businessId, after: '' }))
  await turn({ ...clock, left })
  expect(done).toEqual(['harbourside 0'])
  const [next, ...others] = await queued()
  expect(next).toEqual({
    ...clock,
    left: [
      { businessId: 'valley-golf', after: '' },
      { businessId: 'harbourside', after: '1' },
    ],
    failed: [],
  })
  expect(others).toEqual([])
  await turn(next)
  await turn((await queued())[0])
  await turn((await queued())[0])
  expect(done).toEqual(['harbourside 0', 'valley-golf 0', 'harbourside 1', 'harbourside 2'])
})

test('a turn that is done again after a crash goes on in one way', async () => {
  const { turn } = piecesOf({ harbourside: 3 })
  timeFlies()
  const payload = { _cron: { ts: '2031-05-05T00:00:00Z' }, left: [{ businessId: 'harbourside', after: '' }] }
  await turn(payload)
  await turn(payload)
  expect(await queued()).toHaveLength(1)
  // The next time by the clock is another.
  await turn({ ...payload, _cron: { ts: '2031-05-06T00:00:00Z' } })
  expect(await queued()).toHaveLength(2)
})

const onlyHarbourside = { left: [{ businessId: 'harbourside', after: '' }] }

test('a piece that fails keeps no other from its turn, is tried again when none is left, and told in the last', async () => {
  const { done, turn } = piecesOf({ harbourside: 3 }, (at) => at === 'harbourside 0')
  timeFlies()
  await turn(onlyHarbourside)
  const failed = [{ businessId: 'harbourside', after: '', isFollowed: true, tries: 1 }]
  expect(await queued()).toEqual([{ left: [{ businessId: 'harbourside', after: '1' }], failed }])
  await turn((await queued())[0])
  await turn((await queued())[0])
  expect(await queued()).toEqual([{ left: failed }])
  await expect(turn((await queued())[0])).rejects.toThrow('1 failed, the first: harbourside 0 failed')
  // What comes after it isn't done again, and it wasn't tried beside the others.
  expect(done).toEqual(['harbourside 0', 'harbourside 1', 'harbourside 2', 'harbourside 0'])
})

test('however much fails, little of it is taken along, and all ends', async () => {
  const { done, turn } = piecesOf({ harbourside: 30 }, () => true)
  timeFlies()
  await turn(onlyHarbourside)
  const told = vi.fn<(error: unknown) => void>()
  let turns = 1
  for (; told.mock.calls.length === 0 && turns < 200; turns++) {
    const [next] = await queued()
    expect(next!.failed?.length ?? 0).toBeLessThanOrEqual(11)
    await turn(next).catch(told)
  }
  expect(new Set(done).size).toBe(30)
  expect(turns).toBeLessThan(60)
  expect(String(told.mock.calls[0])).toMatch(/failed/)
})

test('one that failed and has more of the same goes on with it, and leaves what comes after it alone', async () => {
  const done: string[] = []
  let batches = 3
  const work = async (_: string, after: string): Promise<Piece> => {
    done.push(after)
    return { next: --batches > 0 ? after : '1' }
  }
  const left = [{ businessId: 'harbourside', after: '', isFollowed: true as const, tries: 1 }]
  await inPieces(hub.database, hurried, work, { left })
  expect(done).toEqual(['', '', ''])
})

test('what is forgotten goes so many rows at once, until none is left', async () => {
  const rows = new Map([['harbourside', 2_500]])
  const asked: string[] = []
  const forget = async ({ businessId }: { businessId: string }, most: number) => {
    const gone = Math.min(most, rows.get(businessId) ?? 0)
    rows.set(businessId, (rows.get(businessId) ?? 0) - gone)
    if (businessId === 'harbourside') asked.push(`${gone} of ${most}`)
    return gone
  }
  await forgetInPieces(hub.database, hurried, forget)
  expect(asked).toEqual(['1000 of 1000', '1000 of 1000', '500 of 1000'])
  timeFlies()
  rows.set('harbourside', 1_001)
  await forgetInPieces(hub.database, hurried, forget, onlyHarbourside)
  expect(rows.get('harbourside')).toBe(1)
  expect(await queued()).toEqual([
    expect.objectContaining({ left: [{ businessId: 'harbourside', after: '' }] }),
  ])
})

test('a business that was suspended between two turns rests', async () => {
  const { done, turn } = piecesOf({})
  await hub.owner.query(
    `update business set standing = 'Suspended', standing_since = now() where business_id = 'valley-golf'`,
  )
  await turn({ left: ['harbourside', 'valley-golf'].map((businessId) => ({ businessId, after: '' })) })
  expect(done).toEqual(['harbourside 0'])
})
