import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  const { rows: users } = await hub.owner.query<{ uid: string }>(
    `select uid from business_user where business_id = 'valley-golf'`,
  )
  foreignIds.uid = users[0]!.uid
  const { rows: entries } = await hub.owner.query<{ id: string }>(
    `select id from audit_entry where business_id = 'valley-golf'`,
  )
  foreignIds.entryId = entries[0]!.id
  const { rows: programs } = await hub.owner.query<{ id: string }>(
    `select card_program_id as id from card_program where business_id = 'valley-golf'`,
  )
  foreignIds.cardProgramId = programs[0]!.id
  const { rows: cards } = await hub.owner.query<{ id: string }>(
    `select card_id as id from card where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.cardId = cards[0]!.id
  const { rows: keys } = await hub.owner.query<{ id: string }>(
    `select api_key_id as id from api_key where business_id = 'valley-golf'`,
  )
  foreignIds.apiKeyId = keys[0]!.id
  const { rows: members } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.memberId = members[0]!.id
  const { rows: orders } = await hub.owner.query<{ id: string }>(
    `
    insert into card_order (business_id, card_program_id, member_id, first_name, last_name, address_components,
      ordered_by_id, ordered_by_name, last_change)
    values ('valley-golf', $1, $2, '', '', '[]', '', '', '') returning order_id as id`,
    [foreignIds.cardProgramId, foreignIds.memberId],
  )
  foreignIds.orderId = orders[0]!.id
  const { rows: notes } = await hub.owner.query<{ id: string }>(
    `select id from member_note where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.noteId = notes[0]!.id
  const { rows: imports } = await hub.owner.query<{ id: string }>(`
    insert into member_import (business_id, file_name, parts, actor_id, actor_name, address, request_id)
    values ('valley-golf', 'members.csv', 1, '', '', '', '') returning import_id as id`)
  foreignIds.importId = imports[0]!.id
  const { rows: merges } = await hub.owner.query<{ id: string }>(
    `
    insert into member_merge (business_id, survivor_id, other_id, changes, is_number_swapped, moved, actor_id, actor_name)
    values ('valley-golf', $1, $1, '{}', false, '{}', '', '') returning merge_id as id`,
    [foreignIds.memberId],
  )
  foreignIds.mergeId = merges[0]!.id
  const { rows: filters } = await hub.owner.query<{ id: string }>(
    `select saved_filter_id as id from saved_filter where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.filterId = filters[0]!.id
  const { rows: kits } = await hub.owner.query<{ eventId: string; id: string; scanId: string }>(
    `select k.event_id as "eventId", k.door_kit_id as id, s.scan_id as "scanId" from door_kit k
     join event_scan s using (business_id, event_id) where business_id = 'valley-golf' limit 1`,
  )
  Object.assign(foreignIds, {
    eventId: kits[0]!.eventId,
    doorKitId: kits[0]!.id,
    scanId: kits[0]!.scanId,
  })
  const { rows: transactions } = await hub.owner.query<{ id: string }>(
    `select transaction_id as id from ledger_transaction where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.transactionId = transactions[0]!.id
  const { rows: holds } = await hub.owner.query<{ id: string }>(
    `select hold_id as id from ledger_hold where business_id = 'valley-golf' limit 1`,
  )
  foreignIds.holdId = holds[0]!.id
  const { rows: sessions } = await hub.owner.query<{ id: string; form: string }>(
    `select session_id as id, form_id as form from request_session where business_id = 'valley-golf' limit 1`,
  )
  const { rows: passes } = await hub.owner.query<{ id: string }>(
    `select pass_configuration_id as id from pass_configuration where business_id = 'valley-golf'`,
  )
  foreignIds.passConfigurationId = passes[0]!.id
  const { rows: issued } = await hub.owner.query<{ id: string }>(
    `select pass_id as id from pass where business_id = 'valley-golf'`,
  )
  foreignIds.invitationId = issued[0]!.id
  const { rows: runs } = await hub.owner.query<{ id: string }>(
    `insert into pass_invitation_run (business_id, pass_configuration_id, search, total, origin, actor_id, actor_name,
       address, request_id)
     values ('valley-golf', $1, '{}', 0, '', '', '', '', '') returning run_id as id`,
    [foreignIds.passConfigurationId],
  )
  foreignIds.runId = runs[0]!.id
  const { rows: reports } = await hub.owner.query<{ id: string }>(`
    insert into saved_report (business_id, owner_id, owner_name, owner_email, name, report, search, is_shared, schedule)
    values ('valley-golf', 'u', 'U', 'u@hub.example', 'Theirs', 'membership-applications', '', true, 'Never')
    returning saved_report_id as id`)
  foreignIds.savedReportId = reports[0]!.id
  foreignIds.sessionId = sessions[0]!.id
  foreignIds.formId = sessions[0]!.form
})
afterAll(() => hub.close())

/** An id of Valley Golf's for each name of a path; a new name has to be added here. */
const foreignIds: Record<string, string> = { businessId: 'valley-golf' }
// Names of a path that choose a way of doing something rather than a record; a venue's and a batch's number and an option's key are
// every business's own, messages are for super administrators, of whatever business, and pictures for everyone, as are
// the forms and test payments of patrons and the codes of cards.
const notIds = new Set([
  'type',
  'licence',
  'venueId',
  'messageId',
  'name',
  'field',
  'list',
  'key',
  'fileId',
  'status',
  'pointsTypeId',
  'form',
  'checkoutId',
  'cardType',
  'code',
  'part',
  'imageType',
  'batchNumber',
  'format',
])

const rows = Object.entries(api as Record<string, Endpoint>)
const idParameters = rows.flatMap(([name, row]) => [
  ...pathParamNames(row.path)
    .filter((param) => !notIds.has(param))
    .map((param) => ({ name, row, param, where: 'path' })),
  ...('businessId' in ((row.query as { shape?: object }).shape ?? {})
    ? [{ name, row, param: 'businessId', where: 'query' }]
    : []),
])

describe("another business's id is not found", () => {
  test.each(idParameters)('$name: $param in the $where', async ({ name, row, param, where }) => {
    const foreign = foreignIds[param]
    expect(foreign, `foreignIds has an id for {${param}}`).toBeDefined()
    const sample = samples[name as keyof typeof samples]
    const params = {
      businessId: 'harbourside',
      ...sample.params,
      ...(where === 'path' && { [param]: foreign }),
    }
    const query = { ...sample.query, ...(where === 'query' && { [param]: foreign }) }
    // A record is looked for past every gate, which a super administrator passes.
    const callers =
      row.access.kind === 'till' && param !== 'businessId'
        ? [hub.asTill()]
        : (param === 'businessId' ? [people.admin, people.door] : [people.superAdmin]).map(hub.as)
    for (const caller of callers) {
      const answer = await caller(row, { ...sample, params, query })
      expect(answer.status).toBe(404)
    }
  })
})

test('an unknown business is not found, also for a super administrator', async () => {
  const answer = await hub.as(people.superAdmin)(api.listBusinesses, {
    query: { businessId: 'no-such-business' },
  })
  expect(answer.status).toBe(404)
})

describe('the database itself', () => {
  const tables = async () => {
    const { rows: found } = await hub.owner.query<{ name: string; isForced: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
      where c.relkind in ('r', 'p')`)
    return found
  }

  test('confines every table that has a business_id', async () => {
    const found = await tables()
    expect(found.length).toBeGreaterThan(5)
    // Searches of these go through a view of the owner's, which has to pass; for the server it holds there, too.
    expect(
      found
        .filter((table) => !table.isForced)
        .map((table) => table.name)
        .toSorted(),
    ).toEqual(['card', 'card_order', 'member'])
  })

  test('returns nothing to a query that forgets its business', async () => {
    for (const { name } of await tables()) {
      const { rows: seen } = await hub.database.pool.query(`select * from ${name}`)
      expect(seen, name).toEqual([])
    }
  })

  test('refuses a row of another business', async () => {
    const intruder = hub.database.forBusiness('valley-golf')
    const insert = sql`insert into venue (business_id, venue_no, display_name) values ('harbourside', '99', 'Intruder')`
    await expect(intruder.run(insert)).rejects.toThrow(/row-level security/)
  })

  test('keeps 500 mixed queries of two businesses apart, also when some of them fail', async () => {
    const asked = Array.from({ length: 500 }, async (_, i) => {
      const businessId = i % 2 === 0 ? 'harbourside' : 'valley-golf'
      const db = hub.database.forBusiness(businessId)
      if (i % 7 === 0) return expect(db.rows(sql`select 1 / 0`)).rejects.toThrow(/division by zero/)
      const seen = await db.rows<{ id: string }>(
        sql`select distinct business_id as id from venue where ${i} >= 0`,
      )
      return expect(seen).toEqual([{ id: businessId }])
    })
    await Promise.all(asked)
  })

  test('leaves no business behind on a connection', async () => {
    await hub.database.forBusiness('harbourside').rows(sql`select 1`)
    const { rows: left } = await hub.database.pool.query(`select current_business() as business`)
    expect(left).toEqual([{ business: null }])
  })
})
