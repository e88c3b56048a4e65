import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importsBy } from '#tests/records/imports.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
let imports: ReturnType<typeof importsBy>
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  imports = importsBy(hub, people.admin)
})
afterAll(() => hub.close())

test('takes rows that turn out to be of one member one after the other, as they stand in the file', async () => {
  const { body } = await admin(api.createMember, {
    params,
    query: { venueId: '1' },
    body: {
      FirstName: 'Mara',
      LastName: 'Marks',
      MembershipType: 'Ordinary',
      BirthDate: '1971-03-04',
      HomeContactDetails: { EmailAddress: 'mara@home.example' },
      WorkContactDetails: { EmailAddress: 'mara@work.example' },
    },
  })
  const { id, MembershipNumber } = body.data
  const { ImportId, Findings } = await imports.check(
    [
      'Number,First Name,Last Name,Birth Date,Email,Occupation,Preferred Name',
      ',,,,mara@work.example,Nurse,',
      ',,,,mara@home.example,,Jo',
      ',Mara,Marks,1971-03-04,,Doctor,',
      `${MembershipNumber},,,,,,Josie`,
    ].join('\n'),
  )
  expect(Findings).toMatchObject({ Number: 1, NameAndBirthDate: 1, Email: 2 })
  const { Outcome } = await imports.run(ImportId, {
    Number: 'update',
    NameAndBirthDate: 'update',
    Email: 'update',
  })
  expect(Outcome).toEqual({ Created: 0, Updated: 4, Skipped: 0, Refused: 0 })
  expect(await imports.memberOf(MembershipNumber!)).toMatchObject({
    Occupation: 'Doctor',
    PreferredName: 'Josie',
    Revision: 5,
  })
  const told = (
    await admin(api.listMemberHistory, { params: { ...params, memberId: id } })
  ).body.Results.filter(({ Title }) => Title === 'Import members').toReversed()
  // An e-mail address in a file is that at home: after its first row the second's is nobody's for a moment.
  const home = (EmailAddress: string) => ({ HomeContactDetails: { EmailAddress } })
  expect(told.map(({ Before, After }) => [Before, After])).toMatchObject([
    [{ Occupation: null }, { Occupation: 'Nurse', ...home('mara@work.example') }],
    [{ PreferredName: null }, { PreferredName: 'Jo', ...home('mara@home.example') }],
    [{ Occupation: 'Nurse' }, { Occupation: 'Doctor' }],
    [{ PreferredName: 'Jo' }, { PreferredName: 'Josie' }],
  ])
})

test('refuses a date that can not be beside the one on file, and leaves old ones where they are', async () => {
  const head = 'Number,First Name,Last Name,Type,Birth Date,Date Joined,Occupation'
  const row = (born: string, joined: string, work = '') =>
    `${head}\nD-1,Dan,Dates,Social,${born},${joined},${work}\n`
  await imports.run((await imports.check(row('1990-01-01', '2010-01-01'))).ImportId)
  for (const wrong of [row('', '1980-01-01'), row('2015-01-01', '')]) {
    const { ImportId } = await imports.check(wrong)
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    expect(Outcome).toEqual({ Created: 0, Updated: 0, Skipped: 0, Refused: 1 })
    const [refused] = await imports.rowsOf(ImportId, 'Refused')
    expect(refused!.Reasons.map(({ Sentence }) => Sentence)).toEqual([
      'Date Joined can not be before Birth Date.',
    ])
  }
  await hub.owner.query(`update member set date_joined = '1980-01-01' where membership_number = 'D-1'`)
  const { ImportId } = await imports.check(row('', '1980-01-01', 'Diver'))
  expect((await imports.run(ImportId, { Number: 'update' })).Outcome.Updated).toBe(1)
})
