import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays } from '#contract/events/event-times.ts'
import type { NewSavedReport } from '#contract/reports/saved-reports.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { messagesTo } from '#tests/records/cards.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const renewals: NewSavedReport = {
  Name: 'Renewals of the month',
  Report: 'membership-renewal-applications',
  Search: 'from=2026-01-01&to=2026-01-31&rows=100',
  IsShared: false,
  Schedule: 'Never',
}
const save = (given: Partial<NewSavedReport> = {}, email: string = people.finance) =>
  hub.as(email)(api.saveReport, { params, body: { ...renewals, ...given } })
const namesFor = async (email: string) => {
  const { body } = await hub.as(email)(api.listSavedReports, { params })
  return body.Results.map(({ Name }) => Name)
}

describe('a saved report', () => {
  test('is for its owner, unless it is shared', async () => {
    expect((await save()).body).toMatchObject({ ...renewals, IsMine: true, CanDelete: true, NextAt: null })
    await save({ Name: 'For all', IsShared: true })
    const ofReception = await namesFor(people.reception)
    expect(ofReception).toContain('For all')
    expect(ofReception).not.toContain('Renewals of the month')
    const own = ['For all', 'Renewals of the month']
    expect((await namesFor(people.finance)).filter((name) => own.includes(name))).toEqual(own)
  })

  test('has a name that no other of its owner has', async () => {
    const again = await save({ Name: 'RENEWALS of the month' })
    expect([again.status, again.error.Errors]).toEqual([
      409,
      { Name: 'You have a saved report of this name already.' },
    ])
    expect((await save({ Name: ' ' })).error.Errors?.Name).toBe('Name is required.')
    expect((await save({ Name: 'x', Search: 'a=<script>' })).error.ErrorMessage).toBe(
      'These filters can not be saved.',
    )
  })

  test('is changed by its owner alone, and deleted by who manages users, too', async () => {
    const { body: saved } = await save({ Name: 'To change', IsShared: true })
    const at = { ...params, savedReportId: saved.SavedReportId }
    const body = { Name: 'Changed', IsShared: true, Schedule: 'Weekly' as const }
    const refused = await hub.as(people.reception)(api.updateSavedReport, { params: at, body })
    expect(refused.error.ErrorMessage).toBe('Only who saved a report can change it.')
    const taken = await hub.as(people.finance)(api.updateSavedReport, {
      params: at,
      body: { ...body, Name: 'For all' },
    })
    expect(taken.status).toBe(409)
    const changed = await hub.as(people.finance)(api.updateSavedReport, { params: at, body })
    expect(changed.body).toMatchObject({ Name: 'Changed', Schedule: 'Weekly' })
    // Seven in the morning of a Monday.
    const next = new Date(changed.body.NextAt!)
    expect(next.getTime()).toBeGreaterThan(Date.now())
    const when = new Intl.DateTimeFormat('en-AU', {
      timeZone: 'Australia/Sydney',
      weekday: 'long',
      hour: 'numeric',
    })
    expect(when.format(next)).toMatch(/^Monday.*7/)
    const notTheirs = await hub.as(people.reception)(api.deleteSavedReport, { params: at })
    expect(notTheirs.error.ErrorMessage).toBe('Only who saved a report, or who manages users, can delete it.')
    expect((await hub.as(people.admin)(api.deleteSavedReport, { params: at })).status).toBe(204)
    expect((await hub.as(people.finance)(api.deleteSavedReport, { params: at })).status).toBe(404)
  })
})

describe('a saved report that gets another name', () => {
  const rename = (savedReportId: string, change: object) =>
    hub.as(people.finance)(api.updateSavedReport, {
      params: { ...params, savedReportId },
      body: { Name: 'Renamed', IsShared: false, Schedule: 'Weekly', ...change },
    })

  test('and another that gets the same at once: one is refused in a sentence', async () => {
    const ids: string[] = []
    for (const Name of ['One', 'Other']) ids.push((await save({ Name })).body.SavedReportId)
    for (const Name of ['Same 1', 'Same 2', 'Same 3']) {
      const answers = await Promise.all(ids.map((id) => rename(id, { Name, Schedule: 'Never' })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const { error } = answers.find(({ status }) => status === 409)!
      expect(error.ErrorCode).toBe('report_name_taken')
    }
  })

  test('keeps its turn, unless it gets another schedule, too', async () => {
    const { SavedReportId: id } = (await save({ Name: 'In turn', Schedule: 'Weekly' })).body
    const turn = '2026-01-05T20:00:00.000Z'
    await hub.owner.query(`update saved_report set next_at = $2 where saved_report_id = $1`, [id, turn])
    const renamed = (await rename(id, {})).body
    expect(new Date(renamed.NextAt!).toISOString()).toBe(turn)
    const { body: daily } = await rename(id, { Schedule: 'Daily' })
    expect(Date.parse(daily.NextAt!)).toBeGreaterThan(Date.now())
    await hub.owner.query('delete from saved_report where saved_report_id = $1', [id])
  })
})

describe('a saved report on money', () => {
  const money = { Name: 'Money', Report: 'finance-close-pack', Search: '', IsShared: true } as const

  test('is shown to those who may open it, and changed or deleted by nobody else', async () => {
    const { body: saved } = await save(money)
    expect(await namesFor(people.admin)).toContain('Money')
    expect(await namesFor(people.reception)).not.toContain('Money')
    const at = { ...params, savedReportId: saved.SavedReportId }
    expect((await hub.as(people.reception)(api.deleteSavedReport, { params: at })).status).toBe(404)
  })

  test('is saved by those who may open it', async () => {
    const refused = await save(money, people.door)
    expect([refused.status, refused.error.ErrorMessage]).toEqual([
      403,
      "Your role does not allow this report: it needs the permission 'Financial Reports'.",
    ])
  })
})

describe('the link', () => {
  const send = () => hub.tasks['send_due_reports']!({} as never, { isLast: false })
  const isDue = (id: string) =>
    hub.owner.query(
      `update saved_report set next_at = now() - interval '1 minute' where saved_report_id = $1`,
      [id],
    )
  const linksTo = async (email: string) =>
    (await messagesTo(hub, email)).flatMap(({ body }) => /http\S+\/reports\/\S+/.exec(body) ?? [])

  test('is sent once when it is due, with the days that have passed', async () => {
    const { body: saved } = await save({ Name: 'Daily', Schedule: 'Daily' })
    await send()
    expect(await linksTo(people.finance)).toEqual([])
    await isDue(saved.SavedReportId)
    await send()
    await send()
    const links = await linksTo(people.finance)
    expect(links).toHaveLength(1)
    const url = new URL(links[0]!)
    expect(url.pathname).toBe('/businesses/harbourside/reports/membership-renewal-applications')
    const { from, to, rows } = Object.fromEntries(url.searchParams)
    expect([from, rows]).toEqual([to, '100'])
    const yesterday = new Date(Date.now() - 86_400_000)
    expect(to).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(yesterday))
    const { body: list } = await hub.as(people.finance)(api.listSavedReports, { params })
    const after = list.Results.find(({ Name }) => Name === 'Daily')
    expect(Date.parse(after!.NextAt!)).toBeGreaterThan(Date.now())
  })

  test('has the days of a turn that was missed, too', async () => {
    const { body: saved } = await save({ Name: 'Missed', Schedule: 'Daily' })
    await isDue(saved.SavedReportId)
    await hub.owner.query(
      `update saved_report set last_sent_at = now() - interval '4 days' where saved_report_id = $1`,
      [saved.SavedReportId],
    )
    const { from, to } = await nextSpan()
    expect([from, to]).toEqual([day(4), day(1)])
  })

  const day = (ago: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(Date.now() - ago * 86_400_000)

  test('has the days of the first turn, too, that nothing was sent at while nobody sent anything', async () => {
    const { body: saved } = await save({ Name: 'First missed', Schedule: 'Daily' })
    await hub.owner.query(
      `update saved_report set next_at = next_report_at('Daily', now() - interval '4 days') where saved_report_id = $1`,
      [saved.SavedReportId],
    )
    const { from, to } = await nextSpan()
    expect([from! <= day(4), to]).toEqual([true, day(1)])
  })

  test('has them where its owner was let in again since', async () => {
    const { body: saved } = await save({ Name: 'Owner was out', Schedule: 'Weekly' })
    const account = 'update identity.account set is_disabled'
    const turn = (weeksAgo: number) =>
      hub.owner.query(
        `update saved_report set next_at = next_report_at('Weekly', now() - make_interval(weeks => $2)) where saved_report_id = $1
         returning business_day(next_at)::text as day`,
        [saved.SavedReportId, weeksAgo],
      )
    await hub.owner.query(`${account} = true where email = $1`, [people.finance])
    const [first] = (await turn(4)).rows
    await send()
    await hub.owner.query(`${account} = false where email = $1`, [people.finance])
    await turn(1)
    const { from } = await nextSpan()
    expect(from).toBe(addDays(first.day, -7))
  })

  test('of a month begins with its first day, whichever day the month before ended on', async () => {
    const { body: saved } = await save({ Name: 'May', Schedule: 'Monthly' })
    await hub.owner.query(
      `update saved_report set next_at = next_report_at('Monthly', '2026-04-10Z') where saved_report_id = $1`,
      [saved.SavedReportId],
    )
    expect((await nextSpan()).from).toBe('2026-04-01')
  })

  /** The days of the link that is sent now. */
  async function nextSpan() {
    // Two reports may have the very same days: the links are told apart by their letters.
    await hub.owner.query(`delete from outbox_message`)
    await send()
    const [link = ''] = await linksTo(people.finance)
    return Object.fromEntries(new URL(link).searchParams)
  }

  test('to the close pack has the day or month that has ended', async () => {
    const { body: saved } = await save({
      Name: 'Close',
      Report: 'finance-close-pack',
      Search: 'date=2026-01-31',
      Schedule: 'Monthly',
    })
    await isDue(saved.SavedReportId)
    await send()
    const [link = ''] = (await linksTo(people.finance)).filter((one) => one.includes('finance-close-pack'))
    const yesterday = new Date(Date.now() - 86_400_000)
    expect(new URL(link).searchParams.get('date')).toBe(
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(yesterday),
    )
  })

  const afterSaving = async (name: string, change: string) => {
    const { body: saved } = await save({ Name: name, Schedule: 'Monthly' }, people.admin)
    await hub.owner.query(change, [people.admin])
    await isDue(saved.SavedReportId)
    await send()
    return linksTo(people.admin)
  }

  test('is not sent to whom is disabled, may not open it, or is no longer a user', async () => {
    const account = 'update identity.account set is_disabled'
    expect(await afterSaving('Disabled', `${account} = true where email = $1`)).toEqual([])
    await hub.owner.query(`${account} = false where email = $1`, [people.admin])
    const user = 'update business_user set role_name'
    expect(await afterSaving('Door', `${user} = 'Door' where email = $1`)).toEqual([])
    await hub.owner.query(`${user} = 'Admin' where email = $1`, [people.admin])
    expect(await afterSaving('Gone', 'delete from business_user where email = $1')).toEqual([])
  })
})
