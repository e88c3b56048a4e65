import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { permissionNames, type PermissionName } from '#contract/access/permissions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, scanOf } from '#tests/records/events.ts'
import { type Detail, knownPerson, toldBy } from '#tests/samples/person.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let known: Awaited<ReturnType<typeof knownPerson>>
beforeAll(async () => {
  hub = await startTestHub()
  known = await knownPerson(hub)
  await makeDoorList()
  await makeRoles()
})
afterAll(() => hub.close())

const everything: readonly Detail[] = ['birth date', 'address', 'e-mail', 'mobile']

/** What rows tell of a person to those who may not read members, each with the reason. Every other row tells nothing. */
const told: Readonly<Record<string, readonly [because: string, ...details: Detail[]]>> = {
  listMembers: ['the list has the column Birth Date', 'birth date'],
  exportMembers: ['it is the list as a file', 'birth date'],
  getMemberCardModal: ['the invitation goes there, and can be corrected first', 'e-mail', 'mobile'],
  getCard: ['the invitation went there', 'e-mail', 'mobile'],
  listCards: ['the list has both columns', 'e-mail', 'mobile'],
  newCardOrder: ['the card is posted there', 'address', 'e-mail', 'mobile'],
  getCardOrder: ['the card is posted there', 'address', 'e-mail', 'mobile'],
  listCardHistory: ['it says where each invitation went', 'e-mail', 'mobile'],
  listCardsByMember: ['the report has both columns', 'e-mail', 'mobile'],
  exportCardsByMember: ['it is the report as a file', 'e-mail', 'mobile'],
  listPassesByMember: ['the report has these columns', 'birth date', 'e-mail', 'mobile'],
  exportPassesByMember: ['it is the report as a file', 'birth date', 'e-mail', 'mobile'],
  getMembershipRequest: ['whoever decides reads what was submitted', ...everything],
  getRenewalRequest: ['whoever decides reads what was submitted', ...everything],
  listMembershipApplications: ['the report has these columns', 'birth date', 'e-mail', 'mobile'],
  exportMembershipApplications: ['it is the report as a file', 'birth date', 'e-mail', 'mobile'],
  listRenewalApplications: ['the report has these columns', 'birth date', 'e-mail', 'mobile'],
  exportRenewalApplications: ['it is the report as a file', 'birth date', 'e-mail', 'mobile'],
}

/** Roles with one permission each, and one of those who send cards to members they look for. */
async function makeRoles() {
  const admin = hub.as(people.admin)
  const { body } = await admin(api.listRoles, { params: harbourside })
  const role = (Name: string, ...GrantedPermissions: PermissionName[]) => ({
    Name,
    Description: '',
    GrantedPermissions,
    IsApplicationDefault: false,
  })
  const roles = [
    ...permissionNames.map((name) => role(roleOf(name), name)),
    role('Sender of cards', 'Member.Search', 'Member.InviteToCard'),
  ]
  const saved = await admin(api.saveRoles, {
    params: harbourside,
    query: { version: body.Version },
    body: [...body.Results, ...roles],
  })
  expect(saved.status).toBe(200)
}

/** What doors get of a list that is made once: its first part has an id then. */
async function makeDoorList() {
  const params = { ...harbourside, eventId: known.ids.eventId }
  const door = hub.as(people.door)
  await door(api.getDoorList, { params })
  await hub.tasks.make_door_list!({ ...params, venues: '' } as never, { isLast: false })
  const { body } = await door(api.getDoorList, { params })
  Object.assign(known.ids, { part: body.Parts[0]!.Part })
}

const roleOf = (permission: PermissionName) => `Only ${permission.replace('.', ' ')}`

/** Somebody whose role grants this permission and no other. */
const holderOf = (permission: PermissionName) => somebodyAs(roleOf(permission))

async function somebodyAs(role: string): Promise<Caller> {
  const { rows } = await hub.owner.query<{ uid: string }>(`select uid from business_user where email = $1`, [
    people.reception,
  ])
  const given = await hub.as(people.admin)(api.setUserRole, {
    params: { ...harbourside, uid: rows[0]!.uid },
    body: { Value: role },
  })
  expect(given.status).toBe(204)
  return hub.as(people.reception)
}

/** Rows that aren't asked, as their answers are no words about anybody. */
const wordless: Readonly<Record<string, string>> = {
  transformAddress: 'it gives back what was sent',
  watchAttendance: 'it tells counts, for as long as one listens',
  watchNotices: 'it tells counts, for as long as one listens',
  getPassImage: 'a picture',
  getDoorPhoto: 'a picture',
  getRequestFile: 'a file, as it was added',
}

const reads = Object.entries(api as Record<string, Endpoint>)
  .filter(([name, row]) => (row.method === 'GET' || row.changesNothing) && !(name in wordless))
  .map(([name, row]) => ({ name, row }))
const openedBy = (permission: PermissionName) =>
  reads.filter(
    ({ row: { access } }) =>
      access.kind === 'permission' && access.permissions.includes(permission) && !access.also,
  )
const others = permissionNames.filter((name) => name !== 'Member.ReadDetails' && openedBy(name).length > 0)

const asksWho = new Set(['getAdmission', 'findVisitorHost'])
const asksOfCard = new Set(['countPassInvitations', 'previewPassInvitation'])

/** Calls the row for all that it tells of the person. */
async function ask(caller: Caller, name: string, row: Endpoint, body?: object) {
  const sample = samples[name as keyof typeof samples]
  const isPaged = 'limit' in ((row.query as { shape?: object }).shape ?? {})
  const answer = await caller(row, {
    ...sample,
    ...(body && { body }),
    params: {
      ...sample.params,
      ...known.ids,
      ...(name === 'getRenewalRequest' && known.renewal),
      ...(name === 'findReceipt' && known.ofCard),
      ...(name === 'getDoorOwner' && { club: harbourside.businessId, door: known.ids.eventId }),
    },
    query: {
      ...sample.query,
      ...(isPaged && { limit: 500 }),
      ...(name === 'listMembers' && { q: known.number }),
      ...(asksOfCard.has(name) && { PassConfigurationId: 'member-card' }),
      ...(asksWho.has(name) && { memberId: known.ids.memberId }),
    },
  })
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body
}

describe.each(others)('%s alone', (permission) => {
  let caller: Caller
  beforeAll(async () => {
    caller = await holderOf(permission)
  })
  const rows = openedBy(permission)

  test.each(rows)('$name tells of a person what it is for', async ({ name, row }) => {
    const [, ...details] = told[name] ?? ['']
    expect(toldBy(await ask(caller, name, row))).toEqual(details)
  })
})

test.each(reads.filter(({ row }) => row.access.kind === 'signed-in'))(
  '$name tells whoever is signed in nothing of a person',
  async ({ name, row }) => {
    expect(toldBy(await ask(await holderOf('User.Management'), name, row))).toEqual([])
  },
)

describe('who may read members', () => {
  const dialogs = [
    'getMemberCardModal',
    'getPointsRequestModal',
    'getPointsTransferModal',
    'getPassTransferModal',
  ] as const

  test.each(dialogs)('gets all of one by %s, and everybody else the same shape', async (name) => {
    const whole = (await ask(hub.as(people.admin), name, api[name])) as { Member: object }
    expect(toldBy(whole)).toEqual(everything)
    const { access } = api[name] as Endpoint
    const holder = await holderOf(access.kind === 'permission' ? access.permissions[0] : 'Member.ReadDetails')
    const part = (await ask(holder, name, api[name])) as { Member: object }
    expect(Object.keys(part.Member).toSorted()).toEqual(Object.keys(whole.Member).toSorted())
    expect(part.Member).toMatchObject({
      MembershipNumber: known.number,
      FirstName: 'Ottilie',
      HomeAddress: null,
    })
  })

  test.each(['listAudit', 'exportAudit', 'exportMembers'] as const)('is told all by %s', async (name) => {
    expect(toldBy(await ask(hub.as(people.admin), name, api[name]))).toEqual(everything)
  })
})

test('whoever searches and invites is told where an invitation goes, and not by the list', async () => {
  const sender = await somebodyAs('Sender of cards')
  expect(toldBy(await ask(sender, 'listMembers', api.listMembers))).toEqual(['birth date'])
  const contacts = await ask(sender, 'getMemberContacts', api.getMemberContacts)
  expect(toldBy(contacts)).toEqual(['e-mail', 'mobile'])
})

describe('a door kit', () => {
  test('is told nothing of a person but name and level', async () => {
    const params = { ...harbourside, eventId: known.ids.eventId }
    const { body } = await hub.as(people.admin)(api.createDoorKit, { params, body: { Name: 'Side gate' } })
    const kit = hub.asTill(body.Secret)
    const open = reads.filter(({ row: { access } }) => access.kind === 'permission' && access.orDoorKit)
    for (const { name, row } of open) expect(toldBy(await ask(kit, name, row)), name).toEqual([])
    const scan = await kit(api.recordScans, { params, body: scanOf(known.number) })
    expect(scan.body).toMatchObject({ Result: 'Valid', Member: { FirstName: 'Ottilie' } })
    expect(toldBy(scan.body)).toEqual([])
  })
})

describe('a till', () => {
  test.each(reads.filter(({ row }) => row.access.kind === 'till'))(
    '$name tells nothing of a person but the name',
    async ({ name, row }) => {
      const answer = await ask(hub.asTill(), name, row, { Code: known.number })
      expect(JSON.stringify(answer)).toContain('Ottilie')
      expect(toldBy(answer)).toEqual([])
    },
  )
})
