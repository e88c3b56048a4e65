import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames, stream } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'

const business = { businessId: 'harbourside' }

let hub: TestHub
/** May do everything, in one venue. */
let confined: Caller
let own: string
let foreign: string
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
  confined = hub.as(people.admin)
  const memberOf = (venue: string) =>
    idOf(`select member_id as id from member where business_id = 'harbourside' and venue_no = '${venue}'`)
  foreign = await memberOf('1')
  own = await memberOf('2')
  await nameStrangers()
  await findTheirs()
})
afterAll(() => hub.close())

async function idOf(query: string): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(query)
  return rows[0]!.id
}

// What all members of other venues are called, wherever their names are kept: it gives them away in any answer.
const stranger = 'Zebedee'

async function nameStrangers() {
  await hub.owner.query(`update member set last_name = '${stranger}' where venue_no <> '2'`)
  for (const table of ['card', 'card_order'])
    await hub.owner.query(
      `update ${table} t set last_name = '${stranger}' from member m
       where m.business_id = t.business_id and m.member_id = t.member_id and m.venue_no <> '2'`,
    )
  await hub.owner.query(
    `update request_session set display_name = '${stranger}', answers = answers || '{"LastName": "${stranger}"}'
     where venue_no <> '2'`,
  )
  const params = { ...business, memberId: foreign }
  const everywhere = hub.as(people.superAdmin)
  await everywhere(api.overrideMemberProperty, { params, body: { Key: 'PreferredName', Value: stranger } })
  // What was paid for them is in the books of the business.
  const issued = await everywhere(api.issueMemberCard, {
    params: { ...params, cardType: 'instantgift' },
    body: samples.issueMemberCard.body,
  })
  expect(issued.status).toBe(200)
}

// Records of members of other venues, by the name that a path gives them.
const theirs = {
  cardId: '',
  orderId: '',
  invitationId: '',
  sessionId: '',
  paymentId: '',
  scanId: '',
  entryId: '',
  importId: '',
}
// Records of the business, to which such members have come.
const shared: Record<string, string> = { passConfigurationId: 'member-card', pointsTypeId: 'Points' }

async function findTheirs() {
  const ofStranger = `join member m using (business_id, member_id) where business_id = 'harbourside' and m.venue_no <> '2'`
  theirs.cardId = await idOf(`select card_id as id from card ${ofStranger}`)
  theirs.orderId = await idOf(`select order_id as id from card_order ${ofStranger}`)
  theirs.invitationId = await idOf(`select pass_id as id from pass ${ofStranger}`)
  theirs.sessionId = await idOf(`select session_id as id from request_session where venue_no <> '2'`)
  theirs.paymentId = await idOf(
    `select payment_id as id from request_payment join request_session using (business_id, session_id)
     where business_id = 'harbourside' and venue_no <> '2'`,
  )
  theirs.entryId = await idOf(`select id from audit_entry where record_id = '${foreign}' order by id desc`)
  theirs.importId = await idOf(
    `update member_import set actor_id = 'somebody-else' where business_id = 'harbourside' returning import_id as id`,
  )
  theirs.scanId = await idOf(`select scan_id as id from event_scan ${ofStranger}`)
  shared.eventId = await idOf(
    `select event_id as id from event_scan join event e using (business_id, event_id)
     ${ofStranger} and e.status = 'Published'`,
  )
  shared.formId = await idOf(`select form_id as id from request_form where business_id = 'harbourside'`)
}

const rows = Object.entries(api as Record<string, Endpoint>)
  .filter(([, row]) => row.access.kind !== 'super-administrator')
  .map(([name, row]) => ({ name, row }))
const namesIn = ({ path }: Endpoint) => pathParamNames(path)
const asksFor = (row: Endpoint, name: string) => name in ((row.query as { shape?: object }).shape ?? {})
const namesMember = (row: Endpoint) => namesIn(row).includes('memberId')
const namesTheirs = (row: Endpoint) => namesIn(row).some((param) => param in theirs)
const ofMembers = rows.filter(({ row }) => namesMember(row) || asksFor(row, 'memberId'))
// A stream never ends: what it tells is what `listAttendance` and `getAttendanceKpi` do.
const reads = rows.filter(
  ({ row }) => row.method === 'GET' && namesIn(row).includes('businessId') && row.output !== stream,
)

describe('an administrator of one venue', () => {
  test.each(ofMembers)('does not meet a member of another by $name', async ({ name, row }) => {
    const sample = samples[name as keyof typeof samples]
    const params = { ...business, ...sample.params, ...(namesMember(row) && { memberId: foreign }) }
    const query = { ...sample.query, ...(asksFor(row, 'memberId') && { memberId: foreign }) }
    expect((await confined(row, { ...sample, params, query })).status).toBe(404)
  })

  test.each(rows.filter(({ row }) => namesTheirs(row)))(
    'does not meet what is theirs by $name',
    async ({ name, row }) => {
      const sample = samples[name as keyof typeof samples]
      const params = { ...business, ...sample.params, ...shared, ...theirs, memberId: own }
      expect((await confined(row, { ...sample, params })).status).toBe(404)
    },
  )

  test.each(reads)('is told of no such member by $name', async ({ name, row }) => {
    const sample = samples[name as keyof typeof samples]
    const params = { ...business, ...sample.params, ...shared, ...theirs, memberId: own }
    const query = {
      ...sample.query,
      ...(asksFor(row, 'limit') && { limit: 500 }),
      ...(asksFor(row, 'endDate') && { startDate: '2020-01-01T00:00:00Z', endDate: '2099-01-01T00:00:00Z' }),
    }
    const { body } = await confined(row, { params, query })
    expect(JSON.stringify(body ?? '')).not.toContain(stranger)
  })

  test('meets those of their own', async () => {
    const answer = await confined(api.getMember, { params: { ...business, memberId: own } })
    expect(answer.status).toBe(200)
  })
})
