import sql from 'sql-template-tag'
import { api } from '#contract'
import { noTenant, type Transaction } from '#platform/database'

type Fields = Record<string, unknown>
type Deed = {
  /** Days and hours ago. */
  ago: readonly [days: number, hours: number]
  by: string
  action: keyof typeof api
  record: { kind: string; name: string; id?: string }
  before?: Fields
  after?: Fields
}

const hires = ['Robin Reception', 'Pat Promotions', 'Fran Finance', 'Drew Door', 'Dana Disabled']

/** A user is taken on in two steps. */
const hire = (name: string, i: number): Deed[] => {
  const record = { kind: 'User', name }
  const [first, last = ''] = name.split(' ')
  const after = { Email: `${last.toLowerCase()}@harbourside.example`, Name: name }
  const Role = first === 'Dana' ? 'Reception' : last
  return [
    { ago: [38, 9 - i], by: 'Alex Admin', action: 'createUser', record, after },
    {
      ago: [38, 8.9 - i],
      by: 'Alex Admin',
      action: 'setUserRole',
      record,
      before: { Role: null },
      after: { Role },
    },
  ]
}

/** Somebody's mornings, as often as they work. */
const signIns = (by: string, everyDays: number): Deed[] =>
  Array.from({ length: Math.floor(14 / everyDays) }, (_, i) => ({
    ago: [1 + i * everyDays, 2 + ((by.length * (i + 3)) % 7) / 3],
    by,
    action: 'signIn',
    record: { kind: 'account', name: by },
  }))

const boathouse = { kind: 'Venue', id: '3', name: 'The Old Boathouse' }
const sportsBar = { kind: 'Venue', id: '2', name: 'Harbourside Sports Bar' }
const dutyManager = { kind: 'Role', id: 'Duty Manager', name: 'Duty Manager' }
const early = ['View Member Details', 'Search Members']

const harbourside: Deed[] = [
  {
    ago: [60, 3],
    by: 'Sam Super',
    action: 'createVenue',
    record: sportsBar,
    after: { Name: sportsBar.name, Enabled: true, 'Maximum hold (seconds)': 600 },
  },
  {
    ago: [40, 5],
    by: 'Sam Super',
    action: 'deleteVenue',
    record: boathouse,
    before: { Deleted: false },
    after: { Deleted: true },
  },
  ...hires.flatMap(hire),
  {
    ago: [7, 3.2],
    by: 'Alex Admin',
    action: 'setUserVenues',
    record: { kind: 'User', name: 'Pat Promotions' },
    before: { Venues: 'All venues' },
    after: { Venues: sportsBar.name },
  },
  {
    ago: [30, 4],
    by: 'Alex Admin',
    action: 'saveRoles',
    record: dutyManager,
    after: { Name: 'Duty Manager', Description: 'Runs the floor.', Permissions: early },
  },
  {
    ago: [2, 1.4],
    by: 'Alex Admin',
    action: 'saveRoles',
    record: dutyManager,
    before: { Name: 'Duty Manager', Description: 'Runs the floor.', Permissions: early },
    after: {
      Name: 'Duty Manager',
      Description: 'Runs the floor: looks after members and their points, and sees what the night brings in.',
      Permissions: [...early, 'Financial Reports', 'Award Points'],
    },
  },
  {
    ago: [4, 0.7],
    by: 'Alex Admin',
    action: 'setUserDisabled',
    record: { kind: 'User', name: 'Dana Disabled' },
    before: { Disabled: false },
    after: { Disabled: true },
  },
  ...signIns('Alex Admin', 2),
  ...signIns('Robin Reception', 3),
  ...signIns('Fran Finance', 4),
  ...signIns('Pat Promotions', 5),
]

const valley: Deed[] = [
  {
    ago: [21, 4],
    by: 'Vic Valley',
    action: 'saveRoles',
    record: { kind: 'Role', id: 'Pro Shop', name: 'Pro Shop' },
    after: { Name: 'Pro Shop', Description: 'Looks members up at the counter.', Permissions: early },
  },
]

/** What people did in the demo's businesses before today. */
export async function seedTrail(platform: Transaction): Promise<void> {
  const people = await platform.rows<{ uid: string; name: string }>(sql`
    select uid, display_name as name from business_user
    union all select uid, display_name from super_administrator`)
  const uids = new Map(people.map(({ uid, name }) => [name, uid]))
  for (const [businessId, deeds] of Object.entries({ harbourside, 'valley-golf': valley }))
    await platform.asTenant(businessId, async (tx) => {
      for (const deed of deeds.toSorted((a, b) => hoursOf(b) - hoursOf(a))) await write(tx, deed, uids)
    })
}

const hoursOf = ({ ago: [days, hours] }: Deed) => days * 24 + hours

async function write(tx: Transaction, deed: Deed, uids: ReadonlyMap<string, string>): Promise<void> {
  const { by, action, record: about, before = null, after = null } = deed
  await tx.run(sql`
    insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title,
      record_kind, record_id, record_name, before, after)
    values (${tx.businessId}, now() - make_interval(secs => ${hoursOf(deed) * 3600}), ${uids.get(by) ?? noTenant}, ${by},
      '203.0.113.24', 'demo', ${action}, ${api[action].title},
      ${about.kind}, ${about.id ?? uids.get(about.name)}, ${about.name}, ${before}::jsonb, ${after}::jsonb)`)
}
