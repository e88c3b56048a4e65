import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { memberStandings } from '#contract/members/standing.ts'
import { outlookInWords } from '#contract/requests/outlook-words.ts'
import { setClock } from '#tests/days.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const harbourside = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  await hub.tokenOf(people.admin)
})
afterAll(() => hub.close())

/** Noon in Sydney. */
const noonOf = (day: string) => setClock(hub, new Date(`${day}T02:00:00Z`))
const tell = () => hub.tasks.tell_standings!({} as never, { isLast: false })

async function member(number: string, type: string, dateFinancial: string | null): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `update member set membership_type = $2, date_financial = $3
     where business_id = 'harbourside' and membership_number = $1 returning member_id as id`,
    [number, type, dateFinancial],
  )
  return rows[0]!.id
}
async function read(memberId: string) {
  const { body } = await admin(api.getMember, { params: { ...harbourside, memberId } })
  return body.Results[0]!
}
async function changes(memberId: string) {
  const { body } = await admin(api.listMemberHistory, { params: { ...harbourside, memberId } })
  return body.Results.map(({ Title, Before, After }) => [Title, Before?.Standing, After?.Standing])
}

describe('what the calendar does', () => {
  test('is told once in each history, on the day it happens, with the grace of the type', async () => {
    await noonOf('2031-06-28')
    const ordinary = await member('10301', 'Ordinary', '2031-06-30')
    const junior = await member('10302', 'Junior', '2031-06-30')
    const life = await member('10303', 'Life', '2031-06-30')
    await tell()
    expect(await changes(ordinary)).toEqual([])
    await noonOf('2031-07-01')
    await tell()
    await tell()
    expect(await changes(ordinary)).toEqual([['Membership in grace', 'Financial', 'In grace']])
    expect(await changes(junior)).toEqual([['Membership lapsed', 'Financial', 'Lapsed']])
    // Days that nobody was there for are made up for.
    await noonOf('2031-08-01')
    await tell()
    expect(await changes(ordinary)).toEqual([
      ['Membership lapsed', 'In grace', 'Lapsed'],
      ['Membership in grace', 'Financial', 'In grace'],
    ])
    expect(await changes(junior)).toHaveLength(1)
    expect(await changes(life)).toEqual([])
    expect((await read(life)).Standing).toBe('Financial')
  })

  test('goes by the day of the business', async () => {
    const id = await member('10304', 'Ordinary', '2031-08-10')
    const at = (instant: string) => setClock(hub, new Date(instant))
    await at('2031-08-10T13:59:00Z')
    expect((await read(id)).Standing).toBe('Financial')
    await at('2031-08-10T14:01:00Z')
    expect((await read(id)).Standing).toBe('In grace')
    await at('2031-08-24T13:59:00Z')
    expect((await read(id)).Standing).toBe('In grace')
    await at('2031-08-24T14:01:00Z')
    expect((await read(id)).Standing).toBe('Lapsed')
  })
})

test('every member stands in exactly one way, and is found by it', async () => {
  await noonOf('2031-09-01')
  await hub.owner.query(
    `update member set date_financial = case (membership_number::int % 5) when 0 then null
       else date '2031-09-01' - 20 + (membership_number::int % 40) end where business_id = 'harbourside'`,
  )
  const count = async (query: string) =>
    (await admin(api.countEligibleMembers, { params: harbourside, query: { memberFilterQuery: query } })).body
      .Count
  const counts = await Promise.all(memberStandings.map((standing) => count(`Standing=${standing}`)))
  expect(counts.every((one) => one > 0)).toBe(true)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(await count(''))
  for (const standing of memberStandings) {
    const { body } = await admin(api.listMembers, {
      params: harbourside,
      query: { filter: `Standing=${standing}`, limit: 500 },
    })
    expect(new Set(body.Results.map(({ Standing }) => Standing))).toEqual(new Set([standing]))
  }
})

test('the member’s page says what will happen when', async () => {
  await noonOf('2031-06-01')
  const memberId = await member('10305', 'Ordinary', '2031-06-30')
  const { body } = await admin(api.getMemberOutlook, { params: { ...harbourside, memberId } })
  expect(body).toEqual({
    Standing: 'Financial',
    DateFinancial: '2031-06-30',
    GraceDays: 14,
    NeverLapses: false,
    ReminderDates: ['2031-06-23', '2031-07-07'],
  })
  expect(outlookInWords(body, (day) => day)).toBe(
    'Financial until 2031-06-30. Then 14 days of grace, lapsed from 2031-07-15. Reminders on 2031-06-23, 2031-07-07.',
  )
})
