import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { guessFields } from '#contract/members/import-fields.ts'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { importParams, importsBy } from '#tests/records/imports.ts'

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

describe('columns', () => {
  test('are guessed by the names of the export and by those of other systems', async () => {
    const exported = await admin(api.exportMembers, { params, query: { membershipNumber: '10001' } })
    const headers = String(exported.body).replace('\uFEFF', '').split('\r\n', 1)[0]!.split(',')
    const unknown = headers.filter((_, i) => guessFields(headers)[i] === null)
    // What follows from others isn't typed in.
    expect(unknown).toEqual(['Points Balance', 'Standing'])
    expect(
      guessFields(['surname', 'Given_Name', 'D.O.B.', 'E-mail', 'Work Email', 'Email', 'Shoe size']),
    ).toEqual([
      'LastName',
      'FirstName',
      'BirthDate',
      'HomeContactDetails.EmailAddress',
      'WorkContactDetails.EmailAddress',
      null,
      null,
    ])
  })

  test('are shown with what stands below them, also between semicolons', async () => {
    const importId = await imports.upload('\uFEFFFirst Name;Surname\r\nAnn;"O;Hara"\r\nBo;Lee\r\n')
    expect((await imports.read(importId)).Columns).toEqual([
      { Header: 'First Name', Samples: ['Ann', 'Bo'], Guess: 'FirstName' },
      { Header: 'Surname', Samples: ['O;Hara', 'Lee'], Guess: 'LastName' },
    ])
  })

  test('of one field can not be two', async () => {
    const importId = await imports.upload('a,b\n1,2\n')
    const body = { Mapping: ['FirstName', 'FirstName'], VenueNo: null }
    expect(await admin(api.checkMemberImport, { ...importParams(importId), body })).toMatchObject({
      status: 400,
      error: { Errors: { 'Mapping.1': 'Another column fills this field already.' } },
    })
  })
})

describe('an upload', () => {
  test('takes a part once, however often it is sent, and is checked only when all are there', async () => {
    const file = { FileName: 'parts.csv', Size: 60, Parts: 2 }
    const { ImportId: importId } = (await admin(api.createMemberImport, { params, body: file })).body
    const put = (part: number) =>
      admin(api.addMemberImportPart, {
        params: { ...params, importId, part: String(part) },
        body: { Text: 'First Name,Last Name\n' },
      })
    for (const part of [0, 0]) expect((await put(part)).status).toBe(204)
    expect(await put(2)).toMatchObject({
      status: 400,
      error: { ErrorMessage: 'The file was to come in 2 parts.' },
    })
    expect((await imports.read(importId)).IsUploaded).toBe(false)
    const body = { Mapping: ['FirstName'], VenueNo: '1' }
    expect(await admin(api.checkMemberImport, { ...importParams(importId), body })).toMatchObject({
      status: 409,
      error: { ErrorCode: 'import_incomplete' },
    })
  })

  test('that is no CSV is refused, and so is one that breaks off within quotes', async () => {
    const { body } = await admin(api.createMemberImport, {
      params,
      body: { FileName: 'x.csv', Size: 9, Parts: 1 },
    })
    const part = { params: { ...params, importId: body.ImportId, part: '0' }, body: { Text: '\n\n' } }
    expect(await admin(api.addMemberImportPart, part)).toMatchObject({
      status: 400,
      error: { ErrorMessage: 'This is not a CSV file. Save the spreadsheet as CSV and choose that file.' },
    })
    const rows = Array.from({ length: 10 }, (_, i) => `A${i},B\n`).join('')
    const broken = await imports.check(`First Name,Last Name\n${rows}"Never closed,B\n`)
    expect(broken.State).toBe('Failed')
    expect(broken.Failure).toMatch(/^The file can not be read as CSV: Quote Not Closed/)
  })

  test('without rows fails with a sentence, and can be checked again', async () => {
    const failed = await imports.check('First Name,Last Name\n')
    expect(failed).toMatchObject({ State: 'Failed', Failure: 'The file has no rows below its header.' })
  })
})

describe('the dry run', () => {
  test('passes over empty rows, refuses what the form refuses, in the same words, and imports nothing', async () => {
    const text = messages.members
    const before = await hub.owner.query(`select count(*)::int as count from member`)
    const checked = await imports.check(
      [
        'First Name,Last Name,Membership Type,Level,Birth Date,Email,Venue,Email Opt In',
        'Ada,Dry,Ordinary,Gold,29/02/1980,ada@dry.example,1,yes',
        ',,,,,,,',
        'Bea,Dry,Nobility,Kryptonite,30/02/1980,bea@,Nowhere,perhaps',
        'Cy,,,GOLD,1980-02-29,,harbourside main club,',
      ].join('\n'),
    )
    expect(checked).toMatchObject({ State: 'Checked', Rows: 3, Findings: { New: 1, Refused: 2 } })
    const refused = await imports.rowsOf(checked.ImportId, 'Refused')
    const reasons = refused.map(({ RowNo, Reasons }) => [
      RowNo,
      Object.fromEntries(Reasons.map(({ Field, Sentence }) => [Field, Sentence])),
    ])
    expect(reasons).toEqual([
      [
        3,
        {
          'Membership Type': "'Nobility' is not among the values of this field.",
          Level: "'Kryptonite' is not among the values of this field.",
          'Birth Date': "'30/02/1980' is not a date.",
          Email: text.invalidHomeEmail,
          Venue: 'There is no such venue.',
          'Accepts Email Marketing': 'Enter yes or no.',
        },
      ],
      [4, { 'Last Name': text.lastNameRequired, 'Membership Type': text.typeRequired }],
    ])
    const after = await hub.owner.query(`select count(*)::int as count from member`)
    expect(after.rows).toEqual(before.rows)
  })

  test('refuses dates that can not be, also where the row lacks what else is needed', async () => {
    const checked = await imports.check(
      [
        'First Name,Last Name,Membership Type,Birth Date,Date Joined,Venue',
        'Ada,Late,Ordinary,01/01/2099,,1',
        'Bea,Early,Ordinary,31/12/1879,,1',
        'Cy,Before,Ordinary,05/05/1990,04/05/1990,1',
        'Di,,Ordinary,05/05/1990,04/05/1990,1',
      ].join('\n'),
    )
    const refused = await imports.rowsOf(checked.ImportId, 'Refused')
    const joined = 'Date Joined can not be before Birth Date.'
    expect(refused.map(({ Reasons }) => Reasons.map(({ Sentence }) => Sentence))).toEqual([
      ['Birth Date can not be in the future.'],
      ['Birth Date can not be before 1880.'],
      [joined],
      [joined],
    ])
  })

  test('finds duplicates among members and within the file, the surest sign first', async () => {
    const known = await imports.memberOf('10003')
    const email = known.HomeContactDetails!.EmailAddress
    const checked = await imports.check(
      [
        'Number,First Name,Last Name,Membership Type,Birth Date,Email',
        '10003,Other,Person,Ordinary,,',
        `,${known.FirstName.toUpperCase()},${known.LastName},Ordinary,${known.BirthDate},${email}`,
        `,Some,Body,Ordinary,,${email}`,
        'N-1,First,Infile,Ordinary,1990-01-01,first@infile.example',
        'N-1,Second,Infile,Ordinary,1990-01-02,',
        ',FIRST,Ínfile,Ordinary,1/1/1990,',
        ',Third,Infile,Ordinary,,first@infile.example',
      ].join('\n'),
    )
    expect(checked.Findings).toEqual({ New: 1, Refused: 0, Number: 2, NameAndBirthDate: 2, Email: 2 })
    const name = `${known.FirstName} ${known.LastName}`
    const ofMember = { MemberId: known.id, Name: name, RowNo: null }
    const ofRow = { MemberId: null, Name: '', RowNo: 5 }
    for (const [kind, rows] of [
      ['Number', [2, 6]],
      ['NameAndBirthDate', [3, 7]],
      ['Email', [4, 8]],
    ] as const)
      expect(await imports.rowsOf(checked.ImportId, kind)).toMatchObject([
        { RowNo: rows[0], Match: ofMember },
        { RowNo: rows[1], Match: ofRow },
      ])
  })

  test('can be repeated with another mapping', async () => {
    const first = await imports.check('A,B,C\nAnn,Again,Ordinary\n', { mapping: ['LastName', null, null] })
    expect(first.Findings).toMatchObject({ New: 0, Refused: 1 })
    const body = { Mapping: ['FirstName', 'LastName', 'MembershipType'], VenueNo: '1' }
    await admin(api.checkMemberImport, { ...importParams(first.ImportId), body })
    await imports.work('check_member_import', first.ImportId)
    expect((await imports.read(first.ImportId)).Findings).toMatchObject({ New: 1, Refused: 0 })
  })
})
