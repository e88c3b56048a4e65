import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type CodeField, codeFields, codeWords } from '#contract/members/member-codes.ts'
import { codeKey } from '#contract/values/code-key.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { freshCard } from '#tests/till.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const person = { FirstName: 'Cody', LastName: 'Scan', MembershipType: 'Ordinary' }
const create = (fields: object, query: object = {}, caller = admin) =>
  caller(api.createMember, { params, query: { venueId: '1', ...query }, body: { ...person, ...fields } })
const made = async (fields: object) => (await create(fields)).body.data
const change = (memberId: string, fields: object, query: object = {}) =>
  admin(api.updateMember, { params: { ...params, memberId }, query, body: { ...person, ...fields } })

let count = 0
const fresh = (prefix = 'kc') => `${prefix}${++count}x`

const pairs = codeFields.flatMap((one) => codeFields.map((other) => [one, other] as const))

describe('a code is one member’s', () => {
  test.each(pairs)('a %s is nobody’s %s, whatever its capitals and spaces', async (one, other) => {
    const code = fresh()
    const holder = await made({ FirstName: 'Holly', [one]: code })
    const spelt = ` ${code.slice(0, 2).toUpperCase()} ${code.slice(2).toUpperCase()} `
    const answer = await create({ [other]: spelt })
    expect(answer.status).toBe(409)
    expect(Object.keys(answer.error.Errors ?? {})).toEqual([other])
    expect(answer.error.ErrorMessage).toBe(
      `The ${codeWords[other]} ${spelt.trim()} belongs to another member. ` +
        `It is that of Holly Scan, ${holder.MembershipNumber}.`,
    )
    const someone = await made({})
    expect((await change(someone.id, { [other]: code.toUpperCase() })).status).toBe(409)
  })

  test('and may be that member’s twice', async () => {
    const code = fresh()
    const { id } = await made({ MembershipNumber: code, BadgeNumber: code.toUpperCase(), CardNumber: code })
    expect((await change(id, { BadgeNumber: null, CardNumber: code })).status).toBe(200)
    expect((await create({ BadgeNumber: code })).status).toBe(409)
    expect((await change(id, { MembershipNumber: null, BadgeNumber: null, CardNumber: null })).status).toBe(
      200,
    )
    expect((await create({ BadgeNumber: code })).status).toBe(200)
  })

  test('also of a member who is deleted, and it is said so', async () => {
    const code = fresh()
    const { id } = await made({ BadgeNumber: code })
    await admin(api.deleteMember, { params: { ...params, memberId: id } })
    const { error } = await create({ CardNumber: code })
    expect(error.ErrorMessage).toBe(
      `The card number ${code} belongs to another member. That member has been deleted.`,
    )
  })

  test('told to those who see that member, and to no others', async () => {
    const code = fresh()
    await made({ BadgeNumber: code })
    const { error } = await create({ BadgeNumber: code }, { venueId: '2' }, await confinedAdmin(hub))
    expect(error.ErrorMessage).toBe(`The badge number ${code} belongs to another member.`)
    expect(error.ErrorCode).toBe('code_taken')
  })

  test('nor that of a prepaid card or a pass', async () => {
    const { number } = await freshCard(hub)
    expect((await create({ CardNumber: number })).error.ErrorMessage).toBe(
      `The card number ${number} belongs to a prepaid card.`,
    )
    const { rows } = await hub.owner.query<{ code: string }>(
      `select coupon_code as code from pass where business_id = 'harbourside' limit 1`,
    )
    const code = rows[0]!.code.toLowerCase()
    expect((await create({ BadgeNumber: code })).error.ErrorMessage).toBe(
      `The badge number ${code} belongs to a pass.`,
    )
  })

  test('once, however many want it at the same moment', async () => {
    const code = fresh()
    const fields: CodeField[] = Array.from(
      { length: 2 * hub.database.pool.options.max },
      (_, i) => codeFields[i % 3]!,
    )
    const answers = await Promise.all(
      fields.map((field, i) => create({ [field]: i % 2 ? code : code.toUpperCase() })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(fields.length - 1)
    const { rows } = await hub.owner.query(
      `select from scan_code where business_id = 'harbourside' and code_key = $1`,
      [codeKey(code)],
    )
    expect(rows).toHaveLength(1)
  })

  test('by whatever way it is written: the database itself refuses a second', async () => {
    const [code, other] = [fresh(), fresh()]
    await made({ BadgeNumber: code })
    const { id } = await made({ BadgeNumber: other })
    await expect(
      hub.owner.query(`update member set card_number = $1 where member_id = $2`, [code.toUpperCase(), id]),
    ).rejects.toThrow(/scan_code_pkey/)
    await expect(hub.database.pool.query(`delete from scan_code`)).rejects.toThrow(/permission denied/)
  })

  test('the next number is nobody’s badge', async () => {
    const { MembershipNumber } = await made({})
    const next = String(Number(MembershipNumber) + 1)
    await made({ MembershipNumber: fresh(), BadgeNumber: next })
    expect((await made({})).MembershipNumber).toBe(String(Number(next) + 1))
  })
})

describe('a badge or a card that goes to somebody else', () => {
  test('is moved where that is said, and in both histories', async () => {
    const code = fresh()
    const from = await made({ BadgeNumber: code, CardNumber: fresh() })
    const to = await made({})
    const refused = await change(to.id, { CardNumber: code })
    expect(refused).toMatchObject({ status: 409, error: { ErrorCode: 'code_movable' } })
    const moved = await change(to.id, { CardNumber: code.toUpperCase() }, { moveCodes: 'true' })
    expect(moved.body.data.CardNumber).toBe(code.toUpperCase())
    const read = (await admin(api.getMember, { params: { ...params, memberId: from.id } })).body.Results[0]
    expect(read).toMatchObject({ BadgeNumber: null, CardNumber: from.CardNumber })
    const history = await admin(api.listMemberHistory, { params: { ...params, memberId: from.id } })
    expect(history.body.Results[0]).toMatchObject({
      Before: { BadgeNumber: code },
      After: { BadgeNumber: null },
    })
  })

  test('is not moved from a membership number, a prepaid card, or out of sight', async () => {
    const { MembershipNumber } = await made({})
    const { number } = await freshCard(hub)
    for (const BadgeNumber of [MembershipNumber, number])
      expect((await create({ BadgeNumber }, { moveCodes: 'true' })).error.ErrorCode).toBe('code_taken')
    const code = fresh()
    await made({ BadgeNumber: code })
    const confined = await confinedAdmin(hub)
    expect((await create({ BadgeNumber: code }, { venueId: '2', moveCodes: 'true' }, confined)).status).toBe(
      409,
    )
  })
})

test('who may make members, and neither find nor edit them, takes no badge and is told no name', async () => {
  await hub.owner.query(`
    insert into role (business_id, name, description, permissions)
    values ('harbourside', 'Creator', '', array['Member.Create'])`)
  await hub.owner.query(`update business_user set role_name = 'Creator' where email = $1`, [people.door])
  const code = fresh()
  const { id } = await made({ FirstName: 'Holly', BadgeNumber: code })
  for (const moveCodes of ['false', 'true'])
    expect(await create({ BadgeNumber: code }, { moveCodes }, hub.as(people.door))).toMatchObject({
      status: 409,
      error: {
        ErrorCode: 'code_taken',
        ErrorMessage: `The badge number ${code} belongs to another member.`,
      },
    })
  const { body } = await admin(api.getMember, { params: { ...params, memberId: id } })
  expect(body.Results[0]?.BadgeNumber).toBe(code)
  await hub.owner.query(`update business_user set role_name = 'Door' where email = $1`, [people.door])
})

test('badges that go round among members at the same time all arrive, whoever waits for whom', async () => {
  const badges = [fresh(), fresh(), fresh(), fresh()]
  const members = await Promise.all(badges.map((BadgeNumber) => made({ BadgeNumber })))
  const moves = Array.from({ length: 24 }, (_, i) => {
    const [BadgeNumber, CardNumber] = [badges[(i + 1 + Math.floor(i / 4)) % 4]!, badges[(i + 3) % 4]!]
    return change(members[i % 4]!.id, { BadgeNumber, CardNumber }, { moveCodes: 'true' })
  })
  const creations = Array.from({ length: 6 }, (_, i) =>
    create({ MembershipNumber: fresh(), BadgeNumber: badges[i % 4]! }, { moveCodes: 'true' }),
  )
  const answers = await Promise.all([...moves, ...creations])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

describe('a code of nothing but signs that are not compared', () => {
  test.each(codeFields)('is no %s', async (field) => {
    const { id, ...member } = await made({ [field]: '\u200b' })
    expect(member[field]).not.toBe('\u200b')
    expect((await change(id, { [field]: ' \u200b\u200b ' })).body.data[field]).toBeNull()
  })

  test('finds nobody', async () => {
    const found = async (membershipNumber: string) =>
      (await admin(api.listMembers, { params, query: { membershipNumber } })).body.Results.length
    expect(await found('\u200b')).toBe(0)
    expect(await found('')).toBeGreaterThan(0)
    const orders = await admin(api.listCardOrders, { params, query: { externalAccountId: '\u200b' } })
    expect(orders.body.Results).toEqual([])
  })
})

test('whose a code is, is found as tills and doors read it, by those who see the member', async () => {
  const code = fresh('card no ')
  const { id } = await made({ CardNumber: code })
  const found = async (spelt: string, caller = admin) =>
    (await caller(api.findMemberByCode, { params, query: { code: spelt } })).body.Results.map((one) => one.id)
  expect(await found(code.toUpperCase().replaceAll(' ', ''))).toEqual([id])
  expect(await found(code, hub.as(people.promotions))).toEqual([])
  expect(await found('nobody has this')).toEqual([])
  const { rows } = await hub.owner.query<{ code: string; id: string }>(
    `select coupon_code as code, member_id as id from pass_now
     where business_id = 'harbourside' and state = 'Active' limit 1`,
  )
  expect(await found(rows[0]!.code)).toEqual([rows[0]!.id])
})

test('a code is compared in the same way here and in the database', async () => {
  for (const code of ['bdg 2', ' a\tb\u00a0c\u202fd ', 'straße', 'ольга-1', '*é_%', '0 123', '\u200b'])
    expect(
      (await hub.owner.query<{ key: string }>(`select coalesce(code_key($1), '') as key`, [code])).rows[0]!
        .key,
    ).toBe(codeKey(code))
})

test('a change that says nothing of the number keeps it', async () => {
  const { id, MembershipNumber } = await made({})
  expect((await change(id, { LastName: 'Renamed' })).body.data.MembershipNumber).toBe(MembershipNumber)
  expect((await change(id, { MembershipNumber: null })).body.data.MembershipNumber).toBeNull()
})

describe('a merge', () => {
  const merge = async (survivorId: string, otherId: string, fields: object) => {
    const read = async (memberId: string) =>
      (await admin(api.getMember, { params: { ...params, memberId } })).body.Results[0]!
    const [survivor, other] = [await read(survivorId), await read(otherId)]
    return admin(api.mergeMembers, {
      params: { ...params, memberId: survivorId },
      body: {
        OtherId: otherId,
        Revision: survivor.Revision,
        OtherRevision: other.Revision,
        Fields: { ...survivor, ...fields },
      },
    })
  }
  const codesOf = async (id: string) =>
    (
      await hub.owner.query(
        `select badge_number as badge, card_number as card from member where member_id = $1`,
        [id],
      )
    ).rows[0]

  test('gives the survivor the other’s codes, and its undo gives them back', async () => {
    const [badge, card, own] = [fresh(), fresh(), fresh()]
    const survivor = await made({ BadgeNumber: own })
    const other = await made({ BadgeNumber: badge, CardNumber: card })
    expect((await merge(survivor.id, other.id, { BadgeNumber: badge, CardNumber: card })).status).toBe(200)
    expect(await codesOf(survivor.id)).toEqual({ badge, card })
    expect((await create({ BadgeNumber: own })).status).toBe(409)
    const merges = await admin(api.listMemberMerges, { params: { ...params, memberId: survivor.id } })
    const mergeId = merges.body.Results[0]!.MergeId
    const undone = await admin(api.undoMemberMerge, { params: { ...params, memberId: survivor.id, mergeId } })
    expect(undone.status).toBe(200)
    expect(await codesOf(survivor.id)).toEqual({ badge: own, card: null })
    expect(await codesOf(other.id)).toEqual({ badge, card })
  })

  test('refuses a code of a third', async () => {
    const code = fresh()
    await made({ CardNumber: code })
    const [one, two] = [await made({}), await made({})]
    expect(await merge(one.id, two.id, { BadgeNumber: code })).toMatchObject({
      status: 409,
      error: { Errors: { BadgeNumber: expect.stringContaining('belongs to another member.') } },
    })
  })
})
