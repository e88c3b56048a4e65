import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const body = { FirstName: 'Jo', LastName: 'Number', MembershipType: 'Ordinary' }
const create = (MembershipNumber?: string) =>
  admin(api.createMember, { params, query: { venueId: '1' }, body: { ...body, MembershipNumber } })
const numberOf = async (wanted?: string) => (await create(wanted)).body.data.MembershipNumber
const taken = { status: 409, error: { ErrorCode: 'number_taken' } }

describe('a member without a number', () => {
  test('gets the next of the business, which skips those that are taken', async () => {
    const next = Number(await numberOf()) + 1
    await numberOf(String(next))
    await numberOf(String(next + 1))
    await numberOf(String(next + 3))
    expect(await numberOf()).toBe(String(next + 2))
    expect(await numberOf()).toBe(String(next + 4))
  })

  test('finds the next where the sequence stands, however many have brought theirs', async () => {
    const stands = async () => {
      const { rows } = await hub.owner.query<{ next_number: string }>(
        `select next_number from member_counter where business_id = 'harbourside'`,
      )
      return Number(rows[0]!.next_number)
    }
    const next = Number(await numberOf()) + 1
    expect(await stands()).toBe(next)
    for (const brought of [next + 1, next + 2, next]) await numberOf(String(brought))
    expect(await stands()).toBe(next + 3)
    await numberOf(String(next + 4))
    expect(await numberOf()).toBe(String(next + 3))
    expect(await stands()).toBe(next + 5)
  })

  test('gets one of its own when twenty come at once, also among some who bring theirs', async () => {
    const next = Number(await numberOf()) + 1
    const wishes = Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? String(next + i) : undefined))
    const answers = await Promise.all(wishes.map(create))
    // A wish may meet a number that was given out just before.
    expect(
      answers.every(({ status }, i) => status === 200 || (wishes[i] !== undefined && status === 409)),
    ).toBe(true)
    const given = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.body.data.MembershipNumber)
    expect(new Set(given).size).toBe(given.length)
    expect(given.length).toBeGreaterThanOrEqual(15)
  })

  test('is numbered from 1 in a business that has none', async () => {
    await hub.owner.query(`delete from member_counter where business_id = 'harbourside'`)
    expect(await numberOf()).toBe('1')
  })
})

describe('a number', () => {
  test('of another member is refused, also at a change', async () => {
    await create('N-1')
    expect(await create('N-1')).toMatchObject(taken)
    const { id } = (await create('N-2')).body.data
    const change = (MembershipNumber: string | null) =>
      admin(api.updateMember, { params: { ...params, memberId: id }, body: { ...body, MembershipNumber } })
    expect(await change('N-1')).toMatchObject(taken)
    expect((await change('N-2')).status).toBe(200)
    expect((await change('N-3')).body.data.MembershipNumber).toBe('N-3')
    expect((await change(null)).body.data.MembershipNumber).toBeNull()
    expect((await create('N-3')).status).toBe(200)
  })

  test('of a deleted member stays taken, so that they can come back', async () => {
    const { id } = (await create('N-9')).body.data
    await admin(api.deleteMember, { params: { ...params, memberId: id } })
    expect(await create('N-9')).toMatchObject(taken)
  })

  test('of another business is free', async () => {
    const { rows } = await hub.owner.query<{ count: string }>(
      `select count(*) from member where membership_number = '10001'`,
    )
    expect(rows[0]?.count).toBe('2')
  })
})
