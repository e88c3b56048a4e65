import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { importParams, importsBy, skipAll } from '#tests/records/imports.ts'

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

const historyOf = async (memberId: string) =>
  (await admin(api.listMemberHistory, { params: { ...params, memberId } })).body.Results

describe('an import', () => {
  test('makes members with everything the file says, and the next number where it gives none', async () => {
    const { ImportId } = await imports.check(
      [
        'Number,Title,First Name,Last Name,Birth Date,Level,Membership Type,Venue,Email,Mobile,Street,Suburb,Work Email,Email Opt In',
        `I-1,dr,Ines,Imported,29/2/80,gold,Ordinary,Harbourside Sports Bar,Ines@Import.example,'+61 400 000 000,1 Sea St,Manly,w@import.example,y`,
        ',,Ivo,Imported,,,Social,,,,,,,',
      ].join('\n'),
    )
    expect(await imports.run(ImportId)).toMatchObject({
      State: 'Done',
      Progress: 1,
      Outcome: { Created: 2, Updated: 0, Skipped: 0, Refused: 0 },
    })
    const ines = await imports.memberOf('ines imported')
    expect(ines).toMatchObject({
      MembershipNumber: 'I-1',
      Title: 'Dr',
      BirthDate: '1980-02-29',
      MemberLevel: 'Gold',
      MembershipType: 'Ordinary',
      VenueNo: '2',
      HomeContactDetails: {
        EmailAddress: 'ines@import.example',
        MobileNumber: '+61 400 000 000',
        PhoneNumber: null,
        AcceptsEmailMarketing: true,
        AcceptsPhoneMarketing: false,
      },
      WorkContactDetails: { EmailAddress: 'w@import.example' },
      HomeAddress: { AddressLine1: '1 Sea St', Suburb: 'Manly', State: null },
      PostalAddress: null,
      Revision: 1,
    })
    expect(await historyOf(ines.id)).toMatchObject([
      { Title: 'Import members', Before: null, After: { FirstName: 'Ines', MembershipNumber: 'I-1' } },
    ])
    expect((await imports.memberOf('ivo imported')).MembershipNumber).toMatch(/^\d+$/)
  })

  test('gives no row a number that another row of the file has', async () => {
    const { rows } = await hub.owner.query(
      `select next_number as next from member_counter where business_id = 'harbourside'`,
    )
    const next = Number(rows[0].next)
    const { ImportId } = await imports.check(
      `First Name,Last Name,Type,Number\nUma,Unnumbered,Social,\nNed,Numbered,Social,${next}\n`,
    )
    expect((await imports.run(ImportId)).Outcome.Created).toBe(2)
    expect((await imports.memberOf('ned numbered')).MembershipNumber).toBe(String(next))
    expect((await imports.memberOf('uma unnumbered')).MembershipNumber).toBe(String(next + 1))
  })

  test('updates what the file says of a member and leaves the rest, or skips, or makes another', async () => {
    const file = [
      'Number,First Name,Last Name,Birth Date,Type,Email,Suburb',
      'U-1,Una,Update,1970-05-05,Ordinary,una@update.example,Manly',
    ].join('\n')
    const again = [
      'Number,First Name,Last Name,Birth Date,Type,Email,Phone,Level',
      'U-1,Una,Updated,,,,02 9999 0000,Silver',
      ',Twin,Update,,Ordinary,una@update.example,,',
    ].join('\n')
    await imports.run((await imports.check(file)).ImportId)
    const skipped = await imports.run((await imports.check(again)).ImportId)
    expect(skipped.Outcome).toEqual({ Created: 0, Updated: 0, Skipped: 2, Refused: 0 })

    const taken = await imports.run((await imports.check(again)).ImportId, {
      Number: 'update',
      Email: 'create',
    })
    expect(taken.Outcome).toEqual({ Created: 1, Updated: 1, Skipped: 0, Refused: 0 })
    const una = await imports.memberOf('U-1')
    expect(una).toMatchObject({
      LastName: 'Updated',
      BirthDate: '1970-05-05',
      MemberLevel: 'Silver',
      HomeAddress: { Suburb: 'Manly' },
      HomeContactDetails: { EmailAddress: 'una@update.example', PhoneNumber: '02 9999 0000' },
      Revision: 2,
    })
    expect((await historyOf(una.id))[0]).toMatchObject({
      Before: { LastName: 'Update', MemberLevel: null, HomeContactDetails: { PhoneNumber: null } },
      After: { LastName: 'Updated', MemberLevel: 'Silver' },
    })
  })

  test.each(['\u200b', ' \ufeff', '\u00ad\u2060'])(
    'takes a cell of nothing but signs that nobody sees for an empty one: %j',
    async (unseen) => {
      const number = `UNSEEN-${unseen.codePointAt(0)}`
      const head = 'Number,First Name,Last Name,Type,Badge,Occupation'
      const row = (badge: string, occupation: string) =>
        `${head}\n${number},Una,Unseen,Ordinary,${badge},${occupation}\n`
      await imports.run((await imports.check(row(`B-${number}`, 'Diver'))).ImportId)
      await imports.run((await imports.check(row(unseen, unseen))).ImportId, { Number: 'update' })
      expect(await imports.memberOf(number)).toMatchObject({
        BadgeNumber: `B-${number}`,
        Occupation: 'Diver',
      })
    },
  )

  test('lets a later row of the file change what an earlier one made', async () => {
    const { ImportId } = await imports.check(
      'Number,First Name,Last Name,Type\nL-1,Lea,One,Social\nL-1,Lea,Two,Social\nL-1,Lea,Three,Social\n',
    )
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    expect(Outcome).toEqual({ Created: 1, Updated: 2, Skipped: 0, Refused: 0 })
    expect(await imports.memberOf('L-1')).toMatchObject({ LastName: 'Three', Revision: 3 })
  })

  test('of a known number needs no name, and a retired level may stay but not be taken', async () => {
    await hub.owner.query(`update member set member_level = 'Copper' where membership_number = '10009'`)
    await hub.owner.query(`
      insert into option_list_item (business_id, list, key, value, is_retired, position)
      values ('harbourside', 'MemberLevel', 'Copper', 'Copper', true, 99) on conflict do nothing`)
    const { ImportId, Findings } = await imports.check(
      'Number,Level,Occupation\n10009,Copper,Diver\n10010,Copper,Diver\n',
    )
    expect(Findings).toMatchObject({ Number: 2 })
    const { Outcome } = await imports.run(ImportId, { Number: 'update' })
    expect(Outcome).toEqual({ Created: 0, Updated: 1, Skipped: 0, Refused: 1 })
    expect(await imports.memberOf('10009')).toMatchObject({ MemberLevel: 'Copper', Occupation: 'Diver' })
  })

  test('of the same file twice makes nobody twice', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => `Twice${i},Same,Ordinary,${1940 + i}-01-01`).join('\n')
    const file = `First Name,Last Name,Type,DOB\n${rows}\n`
    expect((await imports.run((await imports.check(file)).ImportId)).Outcome.Created).toBe(50)
    const second = await imports.check(file)
    expect(second.Findings).toMatchObject({ New: 0, NameAndBirthDate: 50 })
    expect((await imports.run(second.ImportId)).Outcome).toMatchObject({ Created: 0, Skipped: 50 })
  })

  test('gives the refused rows back as they were, with the reasons', async () => {
    const { ImportId } = await imports.check(
      'Note,First Name,Last Name,Type\n"a, ""b""",Reg,,Social\nx,Rea,Sons,Social\n',
    )
    await imports.run(ImportId)
    const answer = await admin(api.exportRefusedRows, importParams(ImportId))
    expect(answer.headers['content-disposition']).toMatch(/members-refused-[\d-]+\.csv/)
    expect(answer.body).toBe(
      `\uFEFFNote,First Name,Last Name,Type,Reason\r\n"a, ""b""",Reg,,Social,Last Name: ${messages.members.lastNameRequired}\r\n`,
    )
  })

  test('refuses a number that belongs to a deleted member', async () => {
    const { id } = await imports.memberOf('10011')
    await admin(api.deleteMember, { params: { ...params, memberId: id } })
    const { ImportId, Findings } = await imports.check(
      'Number,First Name,Last Name,Type\n10011,New,Owner,Social\n',
    )
    expect(Findings).toMatchObject({ New: 0, Refused: 1 })
    expect((await imports.rowsOf(ImportId, 'Refused'))[0]!.Reasons).toEqual([
      { Field: 'Membership No', Sentence: 'The membership number 10011 belongs to another member.' },
    ])
  })

  test('is on record: who began it with which choices, and what came of it', async () => {
    const { ImportId } = await imports.check('First Name,Last Name,Type\nAudie,Trail,Social\n')
    await imports.run(ImportId)
    const { rows } = await hub.owner.query(
      `select title, actor_name, record_name, after from audit_entry where record_id = $1 order by id`,
      [ImportId],
    )
    expect(rows).toMatchObject([
      { title: 'Import members', record_name: 'members.csv', after: { Rows: 1, 'Same e-mail': 'skip' } },
      { title: 'Finish an import of members', after: { Created: 1 } },
    ])
    expect(rows[1].actor_name).toBe(rows[0].actor_name)
  })

  test('runs once: a second start is refused, and so is one before the dry run', async () => {
    const { ImportId } = await imports.check('First Name,Last Name,Type\nOnce,Only,Social\n')
    await imports.run(ImportId)
    const again = await admin(api.runMemberImport, { ...importParams(ImportId), body: skipAll })
    expect(again).toMatchObject({ status: 409, error: { ErrorCode: 'import_not_checked' } })
    expect(await admin(api.cancelMemberImport, importParams(ImportId))).toMatchObject({
      status: 409,
      error: { ErrorCode: 'import_over' },
    })
    const importId = await imports.upload('First Name\nA\n')
    expect((await admin(api.runMemberImport, { ...importParams(importId), body: skipAll })).status).toBe(409)
  })
})

describe('a closed venue', () => {
  const setEnabled = (Enabled: boolean) =>
    hub.as(people.superAdmin)(api.updateVenue, { params: { ...params, venueId: '2' }, body: { Enabled } })
  const file = 'First Name,Last Name,Type,Venue\nCleo,Closed,Social,Harbourside Sports Bar\n'
  const sentence = 'Harbourside Sports Bar is closed at the moment.'
  const refusedRows = async (importId: string) => {
    const query = { finding: 'Refused' } as const
    const { body } = await hub.as(people.admin)(api.listMemberImportRows, {
      ...importParams(importId),
      query,
    })
    return JSON.stringify(body.Results)
  }

  test('takes nobody, whether it was closed before the file was checked or after', async () => {
    const early = await imports.check(file)
    expect(early.Findings).toMatchObject({ New: 1, Refused: 0 })
    await setEnabled(false)
    expect((await imports.run(early.ImportId)).Outcome).toMatchObject({ Created: 0, Refused: 1 })
    expect(await refusedRows(early.ImportId)).toContain(sentence)
    const late = await imports.check(file)
    expect(late.Findings).toMatchObject({ New: 0, Refused: 1 })
    expect(await refusedRows(late.ImportId)).toContain(sentence)
    await setEnabled(true)
  })
})

describe('a user confined to a venue', () => {
  test('imports into it alone, matches nobody elsewhere, and sees only imports of their own', async () => {
    const promotions = await confinedAdmin(hub)
    const confined = importsBy(hub, people.promotions)
    const { body: own } = await promotions(api.listMembers, { params, query: { limit: 1 } })
    const mine = (await promotions(api.getMember, { params: { ...params, memberId: own.Results[0]!.id } }))
      .body
    const venue = mine.Results[0]!.VenueNo
    const { rows } = await hub.owner.query(
      `select membership_number as number from member
       where business_id = 'harbourside' and venue_no <> $1 and deleted_at is null limit 1`,
      [venue],
    )
    const foreign = String(rows[0].number)
    const elsewhere = venue === '1' ? '2' : '1'
    const checked = await confined.check(
      `Number,First Name,Last Name,Type,Venue\n${foreign},Not,Mine,Social,\n,Other,Venue,Social,${elsewhere}\n,My,Own,Social,\n`,
      { venue },
    )
    expect(checked.Findings).toMatchObject({ New: 1, Refused: 2, Number: 0 })
    const refusedVenue = await promotions(api.checkMemberImport, {
      ...importParams(checked.ImportId),
      body: { Mapping: ['FirstName'], VenueNo: elsewhere },
    })
    expect(refusedVenue).toMatchObject({ status: 400, error: { ErrorMessage: 'There is no such venue.' } })
    expect((await confined.run(checked.ImportId)).Outcome).toMatchObject({ Created: 1, Refused: 2 })

    const others = await imports.check('First Name,Last Name,Type\nA,B,Social\n')
    expect((await promotions(api.getMemberImport, importParams(others.ImportId))).status).toBe(404)
    expect((await promotions(api.exportRefusedRows, importParams(others.ImportId))).status).toBe(404)
    const { body } = await promotions(api.listMemberImports, { params })
    expect(body.Results.map(({ ImportId }) => ImportId)).toEqual([checked.ImportId])
  })
})
