import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { usualVisitorRules } from '#contract/visitors/visitor-rules.ts'
import { cantSignIn, tooManyGuests, visitorTexts } from '#contract/visitors/visitor-words.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, makeEvent, publishedEvent } from '#tests/records/events.ts'
import { setVisitorRules, signIn } from '#tests/records/visitors.ts'

let hub: TestHub
let door: Caller
let eventId: string
let host: { id: string; name: string; number: string }
beforeAll(async () => {
  hub = await startTestHub()
  door = hub.as(people.door)
  eventId = await publishedEvent(hub)
})
afterAll(() => hub.close())
// Each test has a member of its own, who has brought nobody yet.
beforeEach(async () => {
  await setVisitorRules(hub)
  host = await memberWhere(`date_financial > current_date and status = 'Active'`)
})

async function memberWhere(condition: string) {
  const { rows } = await hub.owner.query<typeof host>(
    `select member_id as id, first_name || ' ' || last_name as name, membership_number as number from member m
     where business_id = 'harbourside' and deleted_at is null and ${condition} and not exists (
       select from visitor_entry v where v.business_id = m.business_id and v.member_id = m.member_id)
     order by member_id limit 1`,
  )
  return rows[0]!
}
const entries = async (condition = 'true') =>
  (await hub.owner.query(`select * from visitor_entry where ${condition} order by received_at`)).rows
const ofHost = () => entries(`member_id = '${host.id}'`)
const guest = (visit = {}) => signIn(door, eventId, { HostCode: host.number, ...visit })
const refused = async (visit: object) => {
  const { status, error } = await guest(visit)
  return [status, error.ErrorMessage, Object.keys(error.Errors ?? {})]
}

async function kitOf(event: string): Promise<Caller> {
  const { body } = await hub.as(people.admin)(api.createDoorKit, {
    params: { ...harbourside, eventId: event },
    body: { Name: 'Side gate' },
  })
  const headers = { authorization: `Bearer ${body.Secret}` }
  return (row, input = {}) => hub.as(null)(row, { ...input, headers })
}

test('at the front door of a venue they are in its register, whichever other has its name', async () => {
  const { body: entry } = await hub.as(people.admin)(api.switchEntryOn, {
    params: harbourside,
    body: { VenueNo: '2' },
  })
  await hub.owner.query(
    `update venue set display_name = (select display_name from venue where business_id = 'harbourside' and venue_no = '2')
     where business_id = 'harbourside' and venue_no = '1'`,
  )
  expect((await signIn(door, entry.id, { HostCode: host.number })).status).toBe(200)
  expect(await ofHost()).toMatchObject([{ event_id: entry.id, venue_no: '2' }])
})

describe('a guest', () => {
  test('is in the register with the member, the event, who signed them in, and the signature', async () => {
    const { status, body } = await guest()
    expect([status, body.Remark]).toEqual([200, null])
    expect(await ofHost()).toMatchObject([
      {
        event_id: eventId,
        kind: 'Guest',
        first_name: 'Vera',
        address: 'Newtown',
        host_typed: '',
        signature: 'M10 20L30 40L50 60',
        device_name: 'Front desk',
        actor_name: 'Drew Door',
      },
    ])
  })

  test('is there once, however often and at once the device sends it', async () => {
    await setVisitorRules(hub, { GuestsPerDay: 1 })
    const VisitId = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => guest({ VisitId })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.SignedInAt)).size).toBe(1)
    expect(await ofHost()).toHaveLength(1)
  })

  test('no more than the business allows on a day, also at several doors at once', async () => {
    await setVisitorRules(hub, { GuestsPerDay: 3 })
    const kit = await kitOf(eventId)
    const by = (n: number) => signIn(n % 2 ? kit : door, eventId, { HostCode: host.number })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(by))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const no = answers.filter(({ status }) => status !== 200).map(({ error }) => error.ErrorMessage)
    for (const sentence of no)
      expect([tooManyGuests(host.name, 3), cantSignIn(host.name)]).toContain(sentence)
    expect(await ofHost()).toHaveLength(3)
    await hub.owner.query(`update visitor_entry set day = day - 1 where member_id = $1`, [host.id])
    expect((await guest()).status).toBe(200)
  })

  test.each(['Suspended', 'Inactive'])('of a member who is %s is refused', async (status) => {
    await hub.owner.query(`update member set status = $1 where member_id = $2`, [status, host.id])
    const sentence = `${host.name} can’t sign in guests: the membership is ${status.toLowerCase()}.`
    expect(await refused({})).toEqual([409, sentence, ['HostCode']])
  })

  test('of a member who isn’t paid up, or is nobody, or wasn’t said, is refused', async () => {
    host = await memberWhere(`date_financial < current_date and status = 'Active'`)
    expect(await refused({})).toEqual([
      409,
      `${host.name} can’t sign in guests: the membership isn’t paid up.`,
      ['HostCode'],
    ])
    expect(await refused({ HostCode: 'nobody' })).toEqual([409, visitorTexts.noSuchHost, ['HostCode']])
    expect(await refused({ HostCode: undefined })).toEqual([409, visitorTexts.hostNeeded, ['HostCode']])
  })
})

describe('the rules of the business', () => {
  test('say who comes, what they fill in, and whether they sign', async () => {
    await setVisitorRules(hub, {
      Kinds: ['Guest', 'Reciprocal'],
      AsksFor: 'Address',
      Clubs: [
        { Name: 'Bowls Club', State: 'NSW', IsActive: true },
        { Name: 'Former Club', State: '', IsActive: false },
      ],
    })
    const desk = await door(api.getVisitorDesk, { params: { ...harbourside, eventId } })
    expect(desk.body).toMatchObject({ AsksFor: 'Address', ClubNames: ['Bowls Club'] })
    expect(await refused({ Kind: 'TemporaryMember' })).toEqual([409, visitorTexts.notAllowed, ['Kind']])
    expect(await refused({ Address: ' ' })).toEqual([409, 'Enter the visitor’s address.', ['Address']])
    expect(await refused({ Signature: null })).toEqual([409, visitorTexts.signatureNeeded, ['Signature']])
    const ofClub = { Kind: 'Reciprocal', ClubName: 'Bowls Club', ClubNumber: '77' }
    expect(await refused({ ...ofClub, ClubName: 'Former Club' })).toContain(visitorTexts.noSuchClub)
    expect(await refused({ ...ofClub, ClubNumber: '' })).toContain(visitorTexts.clubNumberNeeded)
    const { body } = await guest(ofClub)
    expect(await entries(`visit_id = '${body.VisitId}'`)).toMatchObject([
      { member_id: null, club_name: 'Bowls Club', club_number: '77' },
    ])
    await setVisitorRules(hub, { NeedsSignature: false })
    expect((await guest({ Signature: null })).status).toBe(200)
  })

  test('are those who run the business’s to change', async () => {
    const { status } = await door(api.saveVisitorRules, { params: harbourside, body: usualVisitorRules })
    expect(status).toBe(403)
  })
})

test.each(['M1 1', 'M1 1L2 2"/><script>', 'M1 1 C 2 2', 'M1000 1L2 2', ''])(
  'a signature that is no strokes is refused: %s',
  async (Signature) => {
    const { status, error } = await guest({ Signature })
    expect([status, error.Errors]).toEqual([
      400,
      { Signature: 'The signature can’t be read. Clear it, and sign again.' },
    ])
  },
)

test('a signature that is too long is refused', async () => {
  const { status, error } = await guest({ Signature: `M1 1${'L2 2'.repeat(5_000)}` })
  expect([status, error.Errors?.Signature]).toEqual([400, expect.stringContaining('fewer strokes')])
})

describe('a door', () => {
  test('finds the member, and says how many more they may bring', async () => {
    await setVisitorRules(hub, { GuestsPerDay: 1 })
    const find = async (query: object) =>
      door(api.findVisitorHost, { params: { ...harbourside, eventId }, query })
    expect((await find({ code: host.number })).body).toEqual({
      MemberId: host.id,
      Name: host.name,
      MembershipNumber: host.number,
      GuestsToday: 0,
      GuestsLeft: 1,
      Refusal: null,
    })
    await guest()
    expect((await find({ memberId: host.id })).body).toMatchObject({
      GuestsLeft: 0,
      Refusal: tooManyGuests(host.name, 1),
    })
    expect((await find({ code: 'nobody' })).error.ErrorMessage).toBe(visitorTexts.noSuchHost)
  })

  test('kit of another event signs nobody in, and learns nothing of an entry', async () => {
    const kit = await kitOf(await publishedEvent(hub))
    expect((await signIn(kit, eventId)).status).toBe(404)
    const { body } = await guest()
    const other = await publishedEvent(hub)
    const same = await signIn(door, other, { VisitId: body.VisitId, HostCode: host.number })
    expect([same.status, same.error.ErrorMessage]).toEqual([409, visitorTexts.taken])
  })

  test('kit is told no more of a member than that they can’t', async () => {
    host = await memberWhere(`date_financial < current_date and status = 'Active'`)
    const kit = await kitOf(eventId)
    const query = { code: host.number }
    const found = await kit(api.findVisitorHost, { params: { ...harbourside, eventId }, query })
    expect(found.body).toMatchObject({ Refusal: cantSignIn(host.name), GuestsToday: 0, GuestsLeft: 0 })
    const live = await signIn(kit, eventId, { HostCode: host.number })
    expect([live.status, live.error.ErrorMessage]).toEqual([409, cantSignIn(host.name)])
    const late = await signIn(kit, eventId, { HostCode: host.number, IsLate: true })
    expect(late.body.Remark).toBe(visitorTexts.askAtDesk)
    expect(await ofHost()).toMatchObject([{ remark: expect.stringContaining('isn’t paid up') }])
  })

  test('of an event that is over finds and signs in nobody', async () => {
    const over = await publishedEvent(hub)
    await hub.owner.query(
      `update event set start_date = '2020-01-01', end_date = '2020-01-02' where event_id = $1`,
      [over],
    )
    const query = { code: host.number }
    const found = await door(api.findVisitorHost, { params: { ...harbourside, eventId: over }, query })
    expect([found.status, found.error.ErrorMessage]).toEqual([409, visitorTexts.eventNotOpen])
    const live = await signIn(door, over, { HostCode: host.number })
    expect([live.status, live.error.ErrorMessage]).toEqual([409, visitorTexts.eventNotOpen])
  })

  test('of an event that isn’t published signs nobody in', async () => {
    const { status, error } = await signIn(door, await makeEvent(hub), { HostCode: host.number })
    expect([status, error.ErrorMessage]).toEqual([409, visitorTexts.eventNotOpen])
  })
})

describe('what was signed without a connection', () => {
  test('is kept whatever speaks against it, and says so', async () => {
    await setVisitorRules(hub, { GuestsPerDay: 1 })
    await guest()
    const { status, body } = await guest({ IsLate: true })
    expect([status, body.Remark]).toEqual([200, tooManyGuests(host.name, 1)])
    const nobody = await guest({ IsLate: true, HostCode: 'no-such-code' })
    expect(nobody.body.Remark).toBe(visitorTexts.noSuchHost)
    expect(await entries(`visit_id = '${nobody.body.VisitId}'`)).toMatchObject([
      { member_id: null, host_typed: 'no-such-code' },
    ])
  })

  test('is of the member that a merged record has become, and keeps the name of one who is gone', async () => {
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and deleted_at is null and member_id <> $1
       order by member_id desc limit 1`,
      [host.id],
    )
    const former = rows[0]!.id
    await hub.owner.query(
      `insert into member_merge (business_id, survivor_id, other_id, changes, is_number_swapped, moved, actor_id, actor_name)
       values ('harbourside', $1, $2, '{}', false, '{}', '', '')`,
      [host.id, former],
    )
    await hub.owner.query(`update member set deleted_at = now() where member_id = $1`, [former])
    const byId = (HostMemberId: string) => guest({ IsLate: true, HostCode: undefined, HostMemberId })
    expect((await byId(former)).body.Remark).toBeNull()
    expect(await ofHost()).toHaveLength(1)
    await hub.owner.query(`update member set deleted_at = now() where member_id = $1`, [host.id])
    const { VisitId, Remark } = (await byId(host.id)).body
    expect(Remark).toBe(visitorTexts.noSuchHost)
    expect(await entries(`visit_id = '${VisitId}'`)).toMatchObject([
      { member_id: null, host_typed: `${host.name}, ${host.number}` },
    ])
  })

  test.each(['2020-01-01T10:00:00Z', 'before it was published'])(
    'at a time at which the event wasn’t on has a remark: %s',
    async (when) => {
      const published = `select to_json(published_at - interval '1 second')#>>'{}' as at from event where event_id = $1`
      const { rows } = await hub.owner.query<{ at: string }>(published, [eventId])
      const SignedAt = when.startsWith('2') ? when : new Date(rows[0]!.at).toISOString()
      expect((await guest({ IsLate: true, SignedAt })).body.Remark).toContain(visitorTexts.notInTime)
    },
  )

  test('is dated by how far the clock of the device is off, and never in the future', async () => {
    const hour = 3_600_000
    const now = Date.now()
    const text = (ms: number) => new Date(ms).toISOString()
    const late = await guest({ IsLate: true, SignedAt: text(now + 9 * hour), SentAt: text(now + 10 * hour) })
    const off = Math.abs(Date.parse(late.body.SignedInAt) - (now - hour))
    expect(off).toBeLessThan(60_000)
    const ahead = await guest({ IsLate: true, SignedAt: text(now + 9 * hour) })
    expect(Date.parse(ahead.body.SignedInAt)).toBeLessThanOrEqual(Date.now())
  })
})
