import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { type RetentionKind, retentionLabels } from '#contract/business/retention-words.ts'
import { setClock } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const businessId = 'harbourside'
const params = { businessId }
// Eight in the morning of 17 November in Sydney, where the day of the database is still the 16th.
const today = new Date('2026-11-16T21:00:00Z')
// When a year is over there, to the moment: the night to 17 November 2025.
const limit = '2025-11-16T13:00:00Z'
const justBefore = '2025-11-16T12:59:59.999Z'
const moments = { older: justBefore, 'at the limit': limit, younger: '2025-11-17T00:00:00Z' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await setClock(hub, today)
})
afterAll(() => hub.close())

const run = async (kinds: readonly RetentionKind[], months = 12) => {
  await hub.owner.query(`delete from retention`)
  await hub.owner.query(
    `insert into retention (business_id, kind, months) select $1, kind, $3 from unnest($2::text[]) kind`,
    [businessId, kinds, months],
  )
  await work()
}
const work = () => hub.tasks['let_fall_away']!({ businessId } as never, { isLast: false })
const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await hub.owner.query(statement, values)).rows
const countOf = async (statement: string) => Number((await rowsOf(`select count(*) ${statement}`))[0].count)
const asServer = (statement: string, tenant = businessId) =>
  hub.database.pool.connect().then(async (client) => {
    try {
      await client.query('begin')
      await client.query(`select set_config('app.business_id', $1, true)`, [tenant])
      return (await client.query(statement)).rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

/** How a row of each kind is made at a moment, and how those of a business are read that were. */
const kinds: Readonly<Record<Exclude<RetentionKind, 'EventScans'>, { make: string; left: string }>> = {
  MessageTexts: {
    make: `insert into outbox_message (business_id, channel, kind, recipient, body, state, created_at, sent_at)
      values ($1, 'email', 'report', $2, 'Told', 'Sent', $3, $3)`,
    left: `select recipient as name from outbox_message where business_id = $1 and body = 'Told' order by 1`,
  },
  Messages: {
    make: `insert into outbox_message (business_id, channel, kind, recipient, body, state, created_at, sent_at, text_removed_at)
      values ($1, 'email', $2, '', '', 'Sent', $3, $3, now())`,
    left: `select kind as name from outbox_message
      where business_id = $1 and kind = any('{older,at the limit,younger}') order by 1`,
  },
  AuditTrail: {
    make: `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
      values ($1, $3, 'x', $2, '', '', 'dated', 'Dated')`,
    left: `select actor_name as name from audit_entry where business_id = $1 and action = 'dated' order by 1`,
  },
  MemberChanges: {
    make: `insert into member_change (business_id, member_id, at, actor_id, actor_name, title)
      select business_id, min(member_id), $3::timestamptz, 'x', $2::text, 'Dated' from member where business_id = $1 group by 1`,
    left: `select actor_name as name from member_change where business_id = $1 and title = 'Dated' order by 1`,
  },
  CardChanges: {
    make: `insert into card_change (business_id, card_id, at, actor_id, actor_name, title)
      select business_id, min(card_id), $3::timestamptz, 'x', $2::text, 'Dated' from card where business_id = $1 group by 1`,
    left: `select actor_name as name from card_change where business_id = $1 and title = 'Dated' order by 1`,
  },
  Visitors: {
    make: `insert into visitor_entry (business_id, visit_id, kind, first_name, last_name, address, signed_in_at, day,
        device_name, actor_id, actor_name)
      select $1::text, gen_random_uuid(), 'TemporaryMember', $2, 'Dated', '', $3::timestamptz,
        zone_day(time_zone, $3::timestamptz), '', '', '' from business where business_id = $1`,
    left: `select first_name as name from visitor_entry where business_id = $1 and last_name = 'Dated' order by 1`,
  },
  RequestFiles: {
    make: `with decided as (
        insert into request_session (business_id, form_id, kind, venue_no, answers, secret_hash, finalised_at, next_step)
        select business_id, form_id, kind, '1', '{}', sha256(random()::text::bytea), $3::timestamptz, 'Completed'
        from request_form where business_id = $1 limit 1 returning business_id, session_id)
      insert into request_file (business_id, session_id, question_id, name, type, content, added_at)
      select business_id, session_id, 'dated', $2, 'application/pdf', '', $3 from decided`,
    left: `select name from request_file where business_id = $1 and question_id = 'dated' order by 1`,
  },
}

describe.each(Object.entries(kinds))('%s', (kind, { make, left }) => {
  const names = async (of = businessId) => (await rowsOf(left, [of])).map(({ name }) => name)
  const all = Object.keys(moments).toSorted()
  // Not every business of the demo has cards.
  const other = kind === 'CardChanges' ? 'harbourside' : 'valley-golf'

  test('fall away once they are older, in this business alone', async () => {
    for (const of of new Set([businessId, other]))
      for (const [name, at] of Object.entries(moments)) await hub.owner.query(make, [of, name, at])
    await run([])
    expect(await names()).toEqual(all)
    await run([kind as RetentionKind])
    expect(await names()).toEqual(['at the limit', 'younger'])
    if (other !== businessId) expect(await names(other)).toEqual(all)
  })

  test('fall away as many as the preview has counted', async () => {
    const own = kind as RetentionKind
    for (let times = 0; times < 3; times++) await hub.owner.query(make, [businessId, 'older', justBefore])
    const query = { [own]: 12 }
    const counted = async () =>
      (await hub.as(people.superAdmin)(api.previewRetention, { params, query })).body.Results[0]!
    const before = await counted()
    expect(before).toMatchObject({ Kind: kind, IsMore: false, KeptFrom: '2025-11-17' })
    expect(before.Count).toBeGreaterThanOrEqual(3)
    // A line falls away after its text.
    await run(own === 'Messages' ? ['MessageTexts', own] : [own])
    const [told] = await rowsOf(
      `select after from audit_entry where action = 'letFallAway' and business_id = $1 order by id desc limit 1`,
      [businessId],
    )
    expect(told.after[retentionLabels[own]]).toBe(before.Count)
    expect((await counted()).Count).toBe(0)
  })
})

describe('the owner’s function', () => {
  const trails = ['audit_entry', 'member_change', 'card_change', 'event_scan']
  const old = `timestamptz '2000-01-01'`
  test('refuses the server what the business keeps', async () => {
    await run(['AuditTrail'], 24)
    const call = (kind: string, before: string, most = 1) =>
      asServer(`select let_fall_away('${kind}', ${before}, ${most}) as gone`)
    const refusal = 'the business keeps this for longer'
    expect(await call('AuditTrail', `months_ago(24)`)).toEqual([{ gone: expect.any(Number) }])
    await expect(call('AuditTrail', `months_ago(24) + interval '1 millisecond'`)).rejects.toThrow(refusal)
    await expect(call('AuditTrail', `'infinity'::timestamptz`)).rejects.toThrow(refusal)
    await expect(call('AuditTrail', `null`)).rejects.toThrow(refusal)
    // Kept for good, of another business, or nothing at all.
    await expect(call('CardChanges', old)).rejects.toThrow(refusal)
    await expect(call('ledger_entry', old)).rejects.toThrow(refusal)
    await expect(asServer(`select let_fall_away('AuditTrail', ${old}, 1)`, 'valley-golf')).rejects.toThrow(
      refusal,
    )
    await expect(asServer(`select let_fall_away('AuditTrail', ${old}, 1)`, '*')).rejects.toThrow(refusal)
    await expect(call('AuditTrail', old, 10_001)).rejects.toThrow('between 1 and 10000 at a time')
    for (const name of ['visitors', 'files', 'recipients'])
      await expect(asServer(`select let_${name}_fall_away(${old}, 1)`)).rejects.toThrow(refusal)
    for (const table of [...trails, 'event_scan_sum', 'visitor_entry'])
      await expect(asServer(`delete from ${table}`)).rejects.toThrow('permission denied')
  })
})

describe('the job', () => {
  const dated = `from audit_entry where action = 'bulk' and business_id = 'harbourside'`
  const fill = (count: number) =>
    hub.owner.query(
      `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
       select 'harbourside', '2020-01-01', 'x', 'X', '', '', 'bulk', 'Bulk' from generate_series(1, $1)`,
      [count],
    )
  const told = () =>
    rowsOf(
      `select actor_name as who, title, after from audit_entry where action = 'letFallAway' and business_id = $1
       order by id`,
      [businessId],
    )

  const jobs = () => rowsOf(`select key from graphile_worker.jobs where task_identifier = 'let_fall_away'`)

  test('that is killed half way goes on, and tells all of it once', async () => {
    await run(['AuditTrail'])
    const former = (await told()).length
    await fill(2_500)
    await hub.owner.query(`
      create function fail_at_last() returns trigger language plpgsql set search_path = public as $$
      begin
        if (select count(*) ${dated}) < 1000 then raise exception 'the power is gone'; end if;
        return null;
      end $$;
      create trigger fail_at_last after delete on audit_entry for each statement execute function fail_at_last()`)
    await expect(work()).rejects.toThrow('the power is gone')
    expect(await countOf(dated)).toBe(1_500)
    expect(await told()).toHaveLength(former)
    await hub.owner.query(`drop trigger fail_at_last on audit_entry`)
    await work()
    expect(await countOf(dated)).toBe(0)
    expect((await told()).slice(former)).toEqual([
      { who: 'Hub', title: 'Let old records fall away', after: { 'Audit trail': 2_500 } },
    ])
    await work()
    expect(await told()).toHaveLength(former + 1)
  })

  test('makes room for others after a while, and goes on behind them', async () => {
    await run(['AuditTrail'])
    await fill(1_500)
    const before = (await told()).length
    await hub.owner.query(`delete from graphile_worker._private_jobs`)
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
    await work().finally(() => clock.mockRestore())
    // However late it is, a piece of the work is done; that of texts and lists comes first, and has none.
    expect(await jobs()).toEqual([{ key: 'let_fall_away/harbourside' }])
    expect(await told()).toHaveLength(before)
    await work()
    expect(await countOf(dated)).toBe(0)
    expect(await told()).toHaveLength(before + 1)
  })

  test('is started in the night of each business that has said so, suspended or not', async () => {
    await hub.owner.query(`delete from graphile_worker._private_jobs`)
    await run(['CardChanges'])
    const find = (ts: string) =>
      hub.tasks['find_what_falls_away']!({ _cron: { ts } } as never, { isLast: false })
    await find('2026-11-16T15:37:00Z')
    expect(await jobs()).toEqual([])
    await hub.owner.query(`update business set standing = 'Suspended', standing_since = now()`)
    await find('2026-11-16T16:37:00Z')
    expect(await jobs()).toEqual([{ key: 'let_fall_away/harbourside' }])
    await hub.owner.query(`update business set standing = 'Open'`)
  })
})
