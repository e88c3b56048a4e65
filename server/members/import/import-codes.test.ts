import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importsBy } from '#tests/imports.ts'

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

  test('of many rows are taken over by two batches at once', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => `M-${i},Max,Many,Social,MB-${i},MC-${i}`)
    const { ImportId, Findings } = await imports.check(header + lines.join('\n'))
    expect(Findings).toMatchObject({ New: 5_000 })
    expect((await imports.run(ImportId)).Outcome).toMatchObject({ Created: 5_000, Refused: 0 })
    const { rows } = await hub.owner.query(
      `select count(*)::int as codes from scan_code where code_key ~ '^M[BC]?-[0-9]+$'`,
    )
    expect(rows).toEqual([{ codes: 15_000 }])
  })
})
