import { consolePaths, pageHref, pathParamsOf, type PageName } from '#contract/console-paths.ts'
import { ask } from '#e2e/ask-database.ts'

const business = 'harbourside'

/** What a page's path leaves open, and where one is found that has much to show. */
const sources: Readonly<Record<string, string>> = {
  businessId: `select '${business}' as id`,
  importId: 'select import_id as id from member_import order by created_at desc limit 1',
  runId: `select run_id as id from pass_invitation_run where business_id = '${business}' limit 1`,
  memberId: `select member_id as id from member join card using (business_id, member_id)
    where business_id = '${business}' and deleted_at is null group by 1 order by count(*) desc, 1 limit 1`,
  eventId: `select event_id as id from event where business_id = '${business}' and status = 'Published'
    order by start_date, event_id limit 1`,
  cardProgramId: `select card_program_id as id from card_program where business_id = '${business}' order by 1 limit 1`,
  cardId: `select card_id as id from card where business_id = '${business}' and status = 'Active' order by 1 limit 1`,
  passConfigurationId: `select pass_configuration_id as id from pass_configuration
    where business_id = '${business}' order by 1 limit 1`,
  sessionId: sessionOf('Registration'),
  formId: `select form_id as id from request_form where business_id = '${business}' order by 1 limit 1`,
  paymentId: `select payment_id as id from payment where business_id = '${business}' order by 1 limit 1`,
}

function sessionOf(kind: 'Registration' | 'Renewal'): string {
  return `select session_id as id from request_session where business_id = '${business}' and kind = '${kind}'
    and submitted_at is not null order by submitted_at, session_id limit 1`
}

/** The address of every page of the console: the next one is among them by itself. */
export async function addressesOf(databaseUrl: string, pages = Object.keys(consolePaths) as PageName[]) {
  const addresses: string[] = []
  for (const page of pages) {
    const params: Record<string, string> = {}
    for (const name of pathParamsOf(consolePaths[page])) {
      const source = page === 'renewalRequest' ? sessionOf('Renewal') : sources[name]
      if (source === undefined) throw new Error(`Say in ${import.meta.filename} where a ${name} is found.`)
      const [found] = await ask<{ id: string }>(databaseUrl, name === 'businessId' ? sources[name]! : source)
      params[name] = found?.id ?? 'none'
    }
    addresses.push(pageHref(page, params as never))
  }
  return addresses
}

/** Pages that anyone may open: the forms of applications and renewals, and the door's. */
export async function outsideOf(databaseUrl: string): Promise<string[]> {
  const forms = await ask<{ path: string }>(
    databaseUrl,
    `select distinct on (kind) case kind when 'Registration' then '/apply/' else '/renew/' end || form_id as path
    from request_form where business_id = '${business}' order by kind, form_id`,
  )
  const [event] = await ask<{ id: string }>(databaseUrl, sources.eventId!)
  return [...forms.map(({ path }) => path), `/scan/${business}/${event?.id}`]
}
