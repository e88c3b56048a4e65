import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { FormFields } from '#contract/requests/request-forms.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub({ HUB_PUBLIC_URL: 'https://club.example' })
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const form = (given: Partial<FormFields> = {}): FormFields => ({
  ...(samples.createRequestForm.body as FormFields),
  ...given,
})
const made = async (given?: Partial<FormFields>) =>
  (await admin(api.createRequestForm, { params: harbourside, body: form(given) })).body

test('the two summaries name the forms of their kind to everybody', async () => {
  const door = hub.as(people.door)
  const one = await door(api.listRegistrationForms, { params: harbourside })
  expect(one.body.Results).toEqual([
    { Meta: { Id: 'harbourside-membership' }, DisplayName: 'Club membership' },
    { Meta: { Id: 'harbourside-social' }, DisplayName: 'Social membership at the Sports Bar' },
  ])
  const other = await door(api.listRenewalForms, { params: harbourside })
  expect(other.body.Results.map((row) => row.DisplayName)).toEqual(['Membership renewal', 'Sporting renewal'])
})

describe('the list of forms', () => {
  test('says what waits for a decision, and where to share it', async () => {
    const { body } = await admin(api.listRequestForms, { params: harbourside, query: { limit: 1 } })
    expect(body.Results).toEqual([
      {
        FormId: 'harbourside-membership',
        Kind: 'Registration',
        DisplayName: 'Club membership',
        IsOpen: true,
        Url: 'https://club.example/apply/harbourside-membership',
        WaitingCount: 3,
      },
    ])
    const query = Object.fromEntries(new URL(body._links.next!.href).searchParams)
    const next = await admin(api.listRequestForms, { params: harbourside, query })
    expect(next.body.Results[0]?.DisplayName).toBe('Membership renewal')
  })

  test('is searched by name, whatever its signs', async () => {
    const named = async (q: string) => {
      const { body } = await admin(api.listRequestForms, { params: harbourside, query: { q } })
      return body.Results.map(({ DisplayName }) => DisplayName)
    }
    expect(await named(' RENEWAL')).toEqual(['Membership renewal', 'Sporting renewal'])
    expect(await named('%')).toEqual([])
  })
})

describe('a form', () => {
  test('is made, with an id for each extra item, and is at its address', async () => {
    const items = [{ Id: '', Description: 'Badge', Fee: 5.5, TaxPercent: 10 }]
    const created = await made({ FeeItems: items, DisplayName: 'Badges' })
    expect(created.FeeItems[0]?.Id).toMatch(/^[0-9a-f]{12}$/)
    expect(created.PaymentMode).toBe('None')
    const { body } = await hub.as(null)(api.getPublicForm, { params: { form: created.FormId } })
    expect(body).toMatchObject({ DisplayName: 'Badges', FeeItems: created.FeeItems })
  })

  test('is changed from the state that was seen, and from no other', async () => {
    const { FormId, Revision, FeeItems, ...created } = await made()
    const change = (body: FormFields, revision = Revision) =>
      admin(api.updateRequestForm, {
        params: { ...harbourside, formId: FormId },
        query: { revision },
        body,
      })
    const { body } = await change(form({ ...created, IsOpen: false }))
    expect(body).toMatchObject({ IsOpen: false, Revision: 2, UpdatedByUser: 'Alex Admin' })
    expect(Date.parse(body.DateUpdated)).toBeGreaterThan(Date.parse(created.DateUpdated))
    expect((await change(form())).error).toMatchObject({
      ErrorCode: 'record_changed',
      ErrorMessage: 'You saved this form meanwhile. It differs from yours in: Open.',
    })
    expect((await change(form({ Kind: 'Renewal' }), 2)).error.ErrorCode).toBe('form_kind_fixed')
    const { rows } = await hub.owner.query(
      `select title, before ->> 'Open' as before, after ->> 'Open' as after from audit_entry
       where record_id = $1 order by id desc limit 1`,
      [FormId],
    )
    expect(rows).toEqual([{ title: 'Change a form', before: 'true', after: 'false' }])
    expect(FeeItems).toEqual([])
  })

  const type = { Key: 'Ordinary', Fee: 10, TaxPercent: 10 }
  test.each([
    [{ DisplayName: ' ' }, 'DisplayName', 'Name is required.'],
    [{ VenueNo: null }, 'VenueNo', 'Venue is required.'],
    [{ VenueNo: '3' }, 'VenueNo', 'There is no such venue.'],
    [{ MembershipTypes: [] }, 'MembershipTypes', 'Offer at least one membership type.'],
    [
      { MembershipTypes: [{ ...type, Key: 'Staff' }] },
      'MembershipTypes.0.Key',
      "There is no membership type 'Staff'.",
    ],
    [{ MembershipTypes: [type, type] }, 'MembershipTypes.1.Key', 'This membership type is offered already.'],
    [{ MembershipTypes: [{ ...type, Fee: -1 }] }, 'MembershipTypes.0.Fee', 'The amount can not be negative.'],
    [
      { MembershipTypes: [{ ...type, TaxPercent: 101 }] },
      'MembershipTypes.0.TaxPercent',
      'The tax can be 100% at the most.',
    ],
    [
      { FeeItems: [{ Id: '', Description: '', Fee: 1, TaxPercent: 0 }] },
      'FeeItems.0.Description',
      'Description is required.',
    ],
    [{ Term: { Kind: 'YearEnd', Months: 12, Month: 6, Day: 31 } }, 'Term.Day', 'This month has fewer days.'],
    [
      {
        Reminders: [
          { Days: -7, Channel: 'sms' },
          { Days: -7, Channel: 'sms' },
        ],
      },
      'Reminders.1.Days',
      'This reminder is there already.',
    ],
  ] as [Partial<FormFields>, string, string][])(
    'with %j is refused at %s',
    async (wrong, field, sentence) => {
      const { status, error } = await admin(api.createRequestForm, { params: harbourside, body: form(wrong) })
      expect(status).toBe(400)
      expect(error).toMatchObject({ ErrorMessage: sentence, Errors: { [field]: sentence } })
    },
  )

  test('is none of those who are no administrators', async () => {
    const { status } = await hub.as(people.finance)(api.createRequestForm, {
      params: harbourside,
      body: form(),
    })
    expect(status).toBe(403)
  })
})
