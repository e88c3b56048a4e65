import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { fileFrom } from '#tests/files.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { csvCells, xlsxCells } from '#tests/reading/cells.ts'
import { claimedCard, programId, send } from '#tests/records/cards.ts'
import { allRowsOf, type Cell, days, type Row, sum } from '#tests/samples/report-rows.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const finance = () => hub.as(people.finance)
const allRows = (row: Endpoint, query: Record<string, string>) => allRowsOf(hub, row, query)

const reports = [
  {
    report: 'cards by member',
    list: api.listCardsByMember,
    export: api.exportCardsByMember,
    key: 'CardId',
    name: 'cards-by-member',
    headings:
      'Email,First Name,Last Name,Phone,Membership No.,Membership Type,Membership Level,External Account ID,Card Program Type,Card Created Date,Card Issued By,Initial Card Value',
  },
  {
    report: 'membership applications',
    list: api.listMembershipApplications,
    export: api.exportMembershipApplications,
    key: 'SessionId',
    name: 'membership-applications',
    headings:
      'Session Id,Request Submitted Date Time,Application Form,Membership Number,First Name,Last Name,Birth Date,Mobile Number,Email Address,Submission Accepted,Finalised Date,Finalised By User',
  },
  {
    report: 'membership renewal applications',
    list: api.listRenewalApplications,
    export: api.exportRenewalApplications,
    key: 'SessionId',
    name: 'membership-renewal-applications',
    headings:
      'Session Id,Request Submitted Date Time,Renewal Form,First Name,Last Name,Birth Date,Mobile Number,Email Address,Status,Fee Description,Selected Fee Item,Total Amount,Tax Amount,Total inc. Tax,Payment Date,Payment ID,Outcome',
  },
] as const

describe.each(reports)('$report', ({ list, export: row, key, name, headings }) => {
  test('come page by page, each once, newest first', async () => {
    const all = await allRows(list, { limit: '500' })
    const paged = await allRows(list, { limit: '7' })
    expect(paged).toEqual(all)
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.map((one) => one[key])).size).toBe(all.length)
    const dates = all.map((one) => String(one['CardCreatedDateTime'] ?? one['RequestSubmittedDateTime']))
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('are files with the same rows, cell by cell', async () => {
    const all = await allRows(list, { limit: '500' })
    const input = (format: string) => ({ params: { ...params, format }, query: { timeZone: 'Etc/UTC' } })
    const csv = await fileFrom(hub, people.finance, row, input('csv'))
    expect(csv.name).toMatch(
      new RegExp(`^${name}-harbourside-leagues-club-\\d\\d-\\d\\d-20\\d\\d-\\d\\d-\\d\\d-\\d\\d\\.csv$`),
    )
    const [head = [], ...lines] = csvCells(csv.bytes)
    expect(head.join(',')).toBe(headings)
    expect(lines).toHaveLength(all.length)
    const { bytes } = await fileFrom(hub, people.finance, row, input('xlsx'))
    const [[sheetHead = [], ...sheet] = []] = xlsxCells(bytes)
    expect(sheetHead.join(',')).toBe(headings)
    expect(sheet).toHaveLength(all.length)
    for (const [i, one] of all.entries()) {
      // A page has more than the columns: ids of what it links to.
      const shown = Object.values(one).map(asCell)
      expect(shown).toEqual(expect.arrayContaining(lines[i]!.filter((cell) => cell !== '')))
      expect(shown.map(unformatted)).toEqual(expect.arrayContaining(sheet[i]!.map(rounded)))
    }
  })

  test('of some days are those of the days, on the page and in the file', async () => {
    const all = await allRows(list, { limit: '500' })
    const query = { startDate: days(30), endDate: days(5) }
    const some = await allRows(list, { ...query, limit: '500' })
    const at = (one: Row) => String(one['CardCreatedDateTime'] ?? one['RequestSubmittedDateTime'])
    expect(some).toEqual(all.filter((one) => at(one) >= query.startDate && at(one) < query.endDate))
    const { bytes, name: called } = await fileFrom(hub, people.finance, row, {
      params: { ...params, format: 'csv' },
      query: { ...query, timeZone: 'Etc/UTC' },
    })
    expect(csvCells(bytes)).toHaveLength(some.length + 1)
    const day = (iso: string) => iso.slice(0, 10).split('-').toReversed().join('-')
    expect(called).toContain(`-from-${day(query.startDate)}-to-${day(query.endDate)}-`)
  })

  test('refuse what makes no sense', async () => {
    const call = finance()
    expect((await call(list, { params, query: { startDate: 'yesterday' } })).status).toBe(400)
    expect((await call(list, { params, query: { continuationToken: 'x.y' } })).status).toBe(400)
    expect((await call(list, { params, query: { limit: 501 } })).status).toBe(400)
    const wrong = { params: { ...params, format: 'pdf' as 'csv' } }
    expect((await call(row, wrong)).status).toBe(400)
    const nowhere = { params: { ...params, format: 'csv' as const }, query: { timeZone: 'Atlantis' } }
    expect((await call(row, nowhere)).error.ErrorMessage).toBe(
      'Choose a time zone, such as Australia/Sydney.',
    )
  })
})

const asCell = (value: Cell) => {
  if (typeof value === 'number') return value.toFixed(2)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
    // To the second that it was in.
    return new Date(value).toISOString().slice(0, 19).replace('T', ' ')
  }
  return value
}
const rounded = (cell: string | number) => (typeof cell === 'number' ? Math.round(cell * 86_400) : cell)
const unformatted = (cell: Cell) => {
  if (cell === null) return ''
  if (/^\d{4}-\d\d-\d\d/.test(String(cell))) {
    const at = Date.parse(`${String(cell).replace(' ', 'T')}${String(cell).includes(' ') ? 'Z' : ''}`)
    return Math.round((at / 86_400_000 + 25_569) * 86_400)
  }
  return /^-?\d+\.\d\d$/.test(String(cell)) ? Math.round(Number(cell) * 86_400) : cell
}

describe('the filters', () => {
  test('leave the cards of a program, whose name the file has', async () => {
    const cardProgramId = await programId(hub, 'Birthday Treat')
    const all = await allRows(api.listCardsByMember, { limit: '500', cardProgramId })
    const { rows } = await hub.owner.query<{ count: string }>(
      'select count(*) from card where card_program_id = $1',
      [cardProgramId],
    )
    expect(all).toHaveLength(Number(rows[0]!.count))
    const { name } = await fileFrom(hub, people.finance, api.exportCardsByMember, {
      params: { ...params, format: 'csv' },
      query: { cardProgramId },
    })
    expect(name).toMatch(/^cards-by-member-harbourside-leagues-club-birthday-treat-\d/)
  })

  test.each([
    ['true', (one: Row) => one['FinalisedDate'] !== null],
    ['false', (one: Row) => one['FinalisedDate'] === null],
  ])('leave the applications that are finalised: %s', async (isFinalised, isWanted) => {
    const all = await allRows(api.listMembershipApplications, { limit: '500' })
    const some = await allRows(api.listMembershipApplications, { limit: '500', isFinalised })
    expect(some).toEqual(all.filter(isWanted))
    expect(some.length).toBeGreaterThan(0)
  })

  test('leave the requests of a form', async () => {
    const { body } = await finance()(api.listRenewalForms, { params })
    const [form] = body.Results
    const all = await allRows(api.listRenewalApplications, { limit: '500' })
    const some = await allRows(api.listRenewalApplications, {
      limit: '500',
      membershipRenewalFormConfigurationId: form!.Meta.Id,
    })
    expect(some).toEqual(
      all.filter((one) => one['MembershipRenewalFormConfigurationName'] === form!.DisplayName),
    )
  })
})

test('the totals are those of the rows', async () => {
  const query = { startDate: days(45) }
  const cards = await allRows(api.listCardsByMember, { ...query, limit: '500' })
  const { body } = await finance()(api.sumCardsByMember, { params, query })
  expect(body).toEqual({ Count: cards.length, InitialCardValue: sum(cards, 'InitialCardValue') })
  // Paid twice, before and after what is there: what was given back counts neither here nor there.
  await hub.owner.query(`
    insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents,
      paid_cents, paid_at, provider_payment_id, created_at)
    select business_id, session_id, provider, 'Refunded', '', 700, 70, 700, now(), 'again', created_at + shift
    from request_payment, (values (interval '-1 hour'), (interval '1 hour')) again (shift)
    where business_id = 'harbourside' and paid_at is not null
      and (shift > interval '0' or session_id = (select min(s.session_id) from request_session s
        where s.kind = 'Renewal' and s.paid_cents is not null and s.business_id = 'harbourside'))`)
  const renewals = await allRows(api.listRenewalApplications, { limit: '500' })
  expect(renewals.filter((one) => one['PaymentProviderPaymentId'] === 'again')).toHaveLength(1)
  const { body: paid } = await finance()(api.sumRenewalApplications, { params })
  expect(paid).toEqual({
    Count: renewals.length,
    PaidCount: renewals.filter((one) => Number(one['TotalAmountPaidIncludingTax']) > 0).length,
    TotalTaxAmount: sum(renewals, 'TotalTaxAmount'),
    TotalAmountPaidIncludingTax: sum(renewals, 'TotalAmountPaidIncludingTax'),
  })
})

test('a user who is confined to venues sees the cards of those, and counts no others', async () => {
  const { body: all } = await finance()(api.sumCardsByMember, { params })
  await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
  const confined = hub.as(people.admin)
  const { body: some } = await confined(api.sumCardsByMember, { params })
  const { body: kpi } = await confined(api.getKpi, { params })
  const { body: list } = await confined(api.listCardsByMember, { params, query: { limit: 500 } })
  expect(some.Count).toBeLessThan(all.Count)
  expect(some.Count).toBeGreaterThan(0)
  expect(kpi.CardIssuedCount).toBe(some.Count)
  expect(list.Results).toHaveLength(some.Count)
})

test('a card that was just claimed is in the report with its account', async () => {
  const { body: sent } = await send(hub)
  const { cardId, claimed } = await claimedCard(hub)
  const { body } = await finance()(api.listCardsByMember, { params, query: { limit: 2 } })
  expect(body.Results).toMatchObject([
    { CardId: cardId, ExternalAccountId: claimed.ExternalAccountId, InitialCardValue: 50 },
    { CardId: sent.CardId, ExternalAccountId: null, CardProgramType: 'InstantGift' },
  ])
})

test('the members who hold a pass are listed once, on the page and in the file', async () => {
  const { rows } = await hub.owner.query<{ id: string }>(`
    select distinct member_id as id from pass join member using (business_id, member_id)
    where business_id = 'harbourside' and claimed_at is not null and revoked_at is null and deleted_at is null`)
  const all = await allRows(api.listPassesByMember, { limit: '7' })
  expect(all.length).toBeGreaterThan(7)
  expect(all.map((one) => String(one['MemberId'])).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  const { bytes } = await fileFrom(hub, people.finance, api.exportPassesByMember, {
    params: { ...params, format: 'csv' },
  })
  const [head = [], ...lines] = csvCells(bytes)
  expect(head.join(',')).toBe(
    'Membership Number,First Name,Last Name,Birth Date,Membership Type,Member Level,Email Address,Mobile Number,Phone Number',
  )
  expect(lines.map(([number]) => number)).toEqual(all.map((one) => one['MembershipNumber']))
  const book = await fileFrom(hub, people.finance, api.exportPassesByMember, {
    params: { ...params, format: 'xlsx' },
  })
  const [[sheetHead = [], ...sheet] = []] = xlsxCells(book.bytes)
  expect(sheetHead).toEqual(head)
  expect(sheet.map(([number]) => number)).toEqual(all.map((one) => one['MembershipNumber']))
})

test('the transactions of the disbursement account are the same in each kind of file', async () => {
  const all = await allRows(api.listDisbursementTransactions, { limit: '500' })
  const input = (format: string) => ({ params: { ...params, format }, query: { timeZone: 'Etc/UTC' } })
  const csv = await fileFrom(hub, people.finance, api.exportDisbursementTransactions, input('csv'))
  const columns = ['AccountId', 'TransactionId', 'OccurredAt', 'Type', 'TypeDescription', 'Amount'] as const
  const [head = [], ...lines] = csvCells(csv.bytes)
  expect(head.join(',')).toBe(
    'Account ID,Transaction ID,Date,Type,Description,Amount,Running Balance,Reference',
  )
  expect(lines).toEqual(
    all.map((one) => [
      ...columns.map((name) => asCell(one[name]!)),
      asCell(one['RunningBalanceAmount']!),
      one['Reference'] ?? '',
    ]),
  )
  const { bytes } = await fileFrom(hub, people.finance, api.exportDisbursementTransactions, input('xlsx'))
  const [[, ...sheet] = []] = xlsxCells(bytes)
  expect(sheet.map((row) => row[5])).toEqual(all.map((one) => one['Amount']))
  const { body: sums } = await finance()(api.sumDisbursementTransactions, { params })
  expect(sums.Count).toBe(all.length)
  expect(sums.Balance).toBe(sum(all, 'Amount'))
})
