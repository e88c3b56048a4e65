import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { finalisationHover, finalisationOf } from '#contract/requests/requests.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const harbourside = { businessId: 'harbourside' }
let hub: TestHub
let finance: Caller
beforeAll(async () => {
  hub = await startTestHub()
  finance = hub.as(people.finance)
})
afterAll(() => hub.close())

const requests = async (query: object = {}) => {
  const { body } = await finance(api.listMembershipRequests, {
    params: harbourside,
    query: { limit: '100', ...query },
  })
  return body.Results
}
const names = async (query: object) => (await requests(query)).map((row) => row.DisplayName)

describe('the list of membership requests', () => {
  test('has every step there is, newest first', async () => {
    const rows = await requests()
    expect(new Set(rows.map((row) => row.NextStep)).size).toBe(5)
    const dates = rows.map((row) => row.RequestSubmittedDateTime)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test.each([
    [{ q: 'harriet' }, ['Harriet Vance']],
    [{ q: ' vance  HARRIET ' }, ['Harriet Vance']],
    [{ q: 'harriet nobody' }, []],
    [{ q: 'VANCE@EXAMPLE' }, ['Harriet Vance']],
    [{ q: '12000' }, ['Salma Haddad']],
    [{ q: '%' }, []],
    [{ registrationFormConfigurationId: 'harbourside-social', isFinalised: 'false' }, ['Ivo Marek']],
    [
      { registrationFormConfigurationId: 'harbourside-social', isFinalised: 'true' },
      ['Piers Lund', 'Dana Whitlock'],
    ],
    [{ registrationFormConfigurationId: 'valley-golf-membership' }, []],
  ])('narrowed down by %j is %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('keeps to its dates', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    expect(await names({ startDate: ago(7), endDate: ago(4) })).toEqual(['Salma Haddad'])
  })

  test('goes on from page to page', async () => {
    const all = await requests()
    const seen: string[] = []
    let query: Record<string, string> = { limit: '5' }
    for (;;) {
      const { body } = await finance(api.listMembershipRequests, { params: harbourside, query })
      seen.push(...body.Results.map((row) => row.SessionId))
      if (!body._links.next) break
      query = Object.fromEntries(new URL(body._links.next.href).searchParams)
    }
    expect(seen).toEqual(all.map((row) => row.SessionId))
  })

  test('says in its last column what can be done or was', async () => {
    const rows = await requests()
    const cell = (name: string) => finalisationOf(rows.find((row) => row.DisplayName === name)!)
    expect(cell('Harriet Vance')).toBe('Finalise')
    expect(cell('Salma Haddad')).toBe('Accepted')
    expect(cell('Nigel Farrow')).toBe('Rejected')
    expect(cell('Tessa Quill')).toBeNull()
    expect(cell('Gwen Abbott')).toBeNull()
    expect(cell('Rory Blackwood')).toBeNull()
    const hover = (name: string) =>
      finalisationHover(rows.find((row) => row.DisplayName === name)!.SubmissionFinalisation)
    expect(hover('Harriet Vance')).toEqual(['This request has not been finalised'])
    expect(hover('Tessa Quill')).toEqual(['This request has not been finalised'])
    expect(hover('Salma Haddad')).toEqual([
      'Finalised by Alex Admin',
      'made member 12000, Ordinary, Harbourside Main Club',
      'None',
    ])
    expect(hover('Nigel Farrow')[1]).toMatch(/sporting section is full/)
    expect(hover('Dana Whitlock')).toEqual(['Finalised by Alex Admin', 'None'])
  })

  test('has what was forgotten only when asked', async () => {
    await hub.owner.query(`update request_session set deleted_at = now() where display_name = 'Gwen Abbott'`)
    expect(await names({})).not.toContain('Gwen Abbott')
    expect(await names({ includeDeleted: 'true' })).toContain('Gwen Abbott')
  })
})

describe('the list of renewal requests', () => {
  test('has fees, payments and errors, and its next page really goes on', async () => {
    const first = await finance(api.listRenewalRequests, { params: harbourside, query: { limit: 5 } })
    const query = Object.fromEntries(new URL(first.body._links.next!.href).searchParams)
    const second = await finance(api.listRenewalRequests, { params: harbourside, query })
    const rows = [...first.body.Results, ...second.body.Results]
    expect(new Set(rows.map((row) => row.SessionId)).size).toBe(10)
    const paid = rows.find((row) => row.SelectedRenewalFeeItemDescriptions.length > 0)!
    expect(paid).toMatchObject({
      MembershipRenewalFormConfigurationName: 'Membership renewal',
      RenewalFeeFullFeeDescription: 'Ordinary',
      SelectedRenewalFeeItemDescriptions: ['Locker for a year'],
      RenewalFeePaymentResponse: { CurrencySymbol: '$', DisplayTotalAmountPaidIncludingTax: 70 },
    })
  })

  test('is narrowed down by form', async () => {
    const { body } = await finance(api.listRenewalRequests, {
      params: harbourside,
      query: { membershipRenewalFormConfigurationId: 'harbourside-sporting-renewal' },
    })
    expect(body.Results.map((row) => row.NextStep)).toEqual(['User Completed'])
  })
})
