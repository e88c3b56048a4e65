import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importsBy } from '#tests/records/imports.ts'

let hub: TestHub
let imports: ReturnType<typeof importsBy>
beforeAll(async () => {
  hub = await startTestHub()
  imports = importsBy(hub, people.admin)
})
afterAll(() => hub.close())

const header = 'Number,First Name,Last Name,Type,Badge No,Card No\n'
const reasonsOf = async (importId: string) =>
  (await imports.rowsOf(importId, 'Refused')).map(({ RowNo, Reasons }) => [
    RowNo,
    ...Reasons.map(({ Sentence }) => Sentence),
  ])

const nextNumber = async () => {
  const { rows } = await hub.owner.query(
    `select next_number as next from member_counter where business_id = 'harbourside'`,
  )
  return Number(rows[0].next)
}

describe('rows without a number', () => {
  test('get none that a later row brings, however that is written', async () => {
    const spaced = String(await nextNumber()).replace(/(?=...$)/, ' ')
    const lines = Array.from({ length: 2_000 }, (_, i) => `F-${i},Fil,Ling,Social`)
    const { ImportId } = await imports.check(
      `Number,First Name,Last Name,Type\n,Uri,Unnumbered,Social\n${lines.join('\n')}\n${spaced},Spencer,Spaced,Social\n`,
    )
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    expect(Outcome).toEqual({ Created: 2_002, Updated: 0, Skipped: 0, Refused: 0 })
    expect(await imports.memberOf('uri unnumbered')).toMatchObject({ Revision: 1 })
    expect(await imports.memberOf('spencer spaced')).toMatchObject({ MembershipNumber: spaced })
  })

  test('get none that is a badge or a card of the file', async () => {
    const next = await nextNumber()
    const lines = Array.from(
      { length: 3_000 },
      (_, i) => `Seq,Uence,Social,${next + 1 + i},"${next + 5_000 + i} "`,
    )
    const { ImportId } = await imports.check(
      `First Name,Last Name,Type,Badge No,Card No\n${lines.join('\n')}\nLast,Uence,Social,,\n`,
    )
    expect(await imports.run(ImportId)).toMatchObject({
      State: 'Done',
      Outcome: { Created: 3_001, Refused: 0 },
    })
    // One before the badges, as many as there is room for between them and the cards, and the others behind those.
    const { rows } = await hub.owner.query(
      `select min(membership_number::int) - $1 as first, max(membership_number::int) - $1 as last
       from member where last_name = 'Uence'`,
      [next],
    )
    expect(rows).toEqual([{ first: 0, last: 9_000 }])
    expect(await nextNumber()).toBe(next + 9_001)
  })
})

describe('codes in a file', () => {
  test('that members have are refused in the dry run, with whose they are', async () => {
    const { rows } = await hub.owner.query<{ badge: string; name: string }>(
      `select badge_number as badge, first_name || ' ' || last_name || ', ' || membership_number as name from member
       where business_id = 'harbourside' and badge_number is not null limit 1`,
    )
    const [{ badge, name }] = rows as [{ badge: string; name: string }]
    const small = badge.toLowerCase()
    const { ImportId, Findings } = await imports.check(
      `${header}I-1,Ida,Import,Social,${small},\nI-2,Ivo,Import,Social,,${small}\n${small},Iris,Import,Social,,\n`,
    )
    expect(Findings).toMatchObject({ New: 0, Refused: 3 })
    const whose = (field: string) => `The ${field} ${small} belongs to another member. It is that of ${name}.`
    expect(await reasonsOf(ImportId)).toEqual([
      [2, whose('badge number')],
      [3, whose('card number')],
      [4, whose('membership number')],
    ])
  })

  test('that an earlier row has are refused, unless both rows are of one person', async () => {
    const { ImportId, Findings } = await imports.check(
      `${header}R-1,Rae,Row,Social,RB-1,\nR-2,Ray,Row,Social,rb-1,\nR-3,Rob,Row,Social,,R-1\nr-1,Rae,Row,Social,RB-1,RC-1\n`,
    )
    expect(Findings).toMatchObject({ New: 1, Refused: 2, Number: 1 })
    expect(await reasonsOf(ImportId)).toEqual([
      [3, 'The badge number rb-1 is also that of row 2.'],
      [4, 'The card number R-1 is also that of row 2.'],
    ])
    expect((await imports.run(ImportId, { Number: 'update' })).Outcome).toEqual({
      Created: 1,
      Updated: 1,
      Skipped: 0,
      Refused: 2,
    })
    expect(await imports.memberOf('rae row')).toMatchObject({ BadgeNumber: 'RB-1', CardNumber: 'RC-1' })
  })

  test('that somebody got since the dry run are refused when the row is taken over', async () => {
    const { ImportId } = await imports.check(
      `${header}L-1,Lou,Late,Social,LB-1,\nL-2,Lee,Late,Social,LB-2,\n`,
    )
    await hub.as(people.admin)(api.createMember, {
      params: { businessId: 'harbourside' },
      query: { venueId: '1' },
      body: { FirstName: 'First', LastName: 'Come', MembershipType: 'Social', CardNumber: 'lb-1' },
    })
    expect((await imports.run(ImportId)).Outcome).toMatchObject({ Created: 1, Refused: 1 })
    expect((await reasonsOf(ImportId))[0]?.[1]).toMatch(/^The badge number LB-1 belongs to another member\./)
  })

  test('that somebody gets while the row is taken over are refused, and the others go in', async () => {
    const { ImportId } = await imports.check(
      `${header}VN-1,Val,Violated,Social,,\nVN-2,Van,Violated,Social,VB-2,\nVN-3,Vic,Violated,Social,VB-3,\n`,
    )
    await imports.startRun(ImportId, { Number: 'update' })
    await hub.owner.query('begin')
    await hub.owner.query(
      `update member set membership_number = 'vn-1', badge_number = 'vb-2'
       where business_id = 'harbourside' and membership_number = '10012'`,
    )
    const running = imports.work('run_member_import', ImportId)
    const waiting = () =>
      hub.owner.query(`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`)
    await expect.poll(async () => (await waiting()).rowCount).toBe(1)
    await hub.owner.query('commit')
    await running
    expect(await imports.read(ImportId)).toMatchObject({
      State: 'Done',
      Outcome: { Created: 1, Updated: 0, Skipped: 0, Refused: 2 },
    })
    const other = await imports.memberOf('vn-1')
    expect(other).toMatchObject({ BadgeNumber: 'vb-2', Revision: 1 })
    const whose = `belongs to another member. It is that of ${other.FirstName} ${other.LastName}, vn-1.`
    expect(await reasonsOf(ImportId)).toEqual([
      [2, `The membership number VN-1 ${whose}`],
      [3, `The badge number VB-2 ${whose}`],
    ])
    expect(await imports.memberOf('vic violated')).toMatchObject({ BadgeNumber: 'VB-3' })
  })

  test('that somebody got as a number since the dry run make no row theirs', async () => {
    const { ImportId } = await imports.check(
      'Number,First Name,Last Name,Type\nS-1,Sam,Since,Social\ns-1,Sam,Since,Social\nS-2,Sid,Since,Social\n',
    )
    await hub.as(people.admin)(api.createMember, {
      params: { businessId: 'harbourside' },
      query: { venueId: '1' },
      body: { FirstName: 'Another', LastName: 'Person', MembershipType: 'Social', MembershipNumber: 'S-1' },
    })
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    expect(Outcome).toEqual({ Created: 1, Updated: 0, Skipped: 0, Refused: 2 })
    expect(await imports.memberOf('S-1')).toMatchObject({ FirstName: 'Another', Revision: 1 })
    expect((await reasonsOf(ImportId))[0]).toEqual([
      2,
      'The membership number S-1 belongs to another member. It is that of Another Person, S-1.',
    ])
  })

  test('of many rows are taken over by two batches at once', async () => {
    // A batch is 2,000.
    const many = 4_100
    const lines = Array.from({ length: many }, (_, i) => `M-${i},Max,Many,Social,MB-${i},MC-${i}`)
    const { ImportId, Findings } = await imports.check(header + lines.join('\n'))
    expect(Findings).toMatchObject({ New: many })
    expect((await imports.run(ImportId)).Outcome).toMatchObject({ Created: many, Refused: 0 })
    const { rows } = await hub.owner.query(
      `select count(*)::int as codes from scan_code where code_key ~ '^M[BC]?-[0-9]+$'`,
    )
    expect(rows).toEqual([{ codes: 3 * many }])
  })
})
