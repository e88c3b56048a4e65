import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }
const hour = 3_600_000
// What was waited at the most, a little less and a little more: each is looked for in another place (0140).
const waits = [1, 24, 168, 744, 8784].flatMap((hours) => [-1, 0, 1].map((more) => hours * hour + more))
const first = Date.parse('2012-03-01T00:00:00Z')
// They overlap: of most moments several are waiting, of each of several spans.
const requests = [...waits, 1, 20_000 * hour, 60_000 * hour, null].map((wait, i) => {
  const submitted = first + i * 5 * 24 * hour
  return { submitted, finalised: wait === null ? null : submitted + wait, cents: 100 + i }
})
type Request = (typeof requests)[number]

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  for (const [i, request] of requests.entries()) await store(`owing-${i}`, request)
})
afterAll(() => hub.close())

/** Somebody who was asked to pay, and never did. */
async function store(id: string, { submitted, finalised, cents }: Request) {
  const [from, to] = [new Date(submitted), finalised === null ? null : new Date(finalised)]
  await hub.owner.query(
    `insert into request_session (business_id, session_id, form_id, kind, venue_no, secret_hash, answers, due_cents, started_at,
       submitted_at, finalised_at)
     select business_id, $1, form_id, kind, '1', sha256($1::text::bytea), '{}', $2, $3, $3, $4 from request_form
     where business_id = 'harbourside' order by form_id limit 1`,
    [id, cents, from, to],
  )
  await hub.owner.query(
    `insert into request_step (business_id, session_id, step, at)
     select 'harbourside', $1, step, at from unnest(array['Payment Required', 'Completed'], array[$2, $3]::timestamptz[]) s (step, at)
     where at is not null order by at`,
    [id, from, to],
  )
}

async function owingAt(at: number) {
  const query = { startDate: '2012-01-01T00:00:00Z', endDate: new Date(at).toISOString() }
  const { body } = await hub.as(people.finance)(api.getClosePack, { params, query })
  return Math.round(body.Fees.Owing * 100)
}

test('who had not paid at the end of a period owed it, however long they waited for a decision', async () => {
  expect(await owingAt(first)).toBe(0)
  const moments = requests.flatMap(({ submitted, finalised }) => [submitted, finalised ?? submitted + hour])
  const found: number[] = []
  for (const at of moments.flatMap((moment) => [moment, moment + 1])) {
    const owing = requests.filter(
      ({ submitted, finalised }) => submitted < at && (finalised === null || finalised >= at),
    )
    found.push(owing.length)
    expect(await owingAt(at), new Date(at).toISOString()).toBe(
      owing.reduce((cents, one) => cents + one.cents, 0),
    )
  }
  expect(Math.max(...found)).toBeGreaterThan(5)
})
