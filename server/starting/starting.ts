import sql, { join, raw, type Sql } from 'sql-template-tag'
import { usersApi } from '#contract/access/users.ts'
import { businessApi } from '#contract/business/business.ts'
import type { Licence } from '#contract/business/licences.ts'
import { optionLists, optionListsApi } from '#contract/business/option-lists.ts'
import { settingsApi } from '#contract/business/settings.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { cardProgramsApi } from '#contract/cards/card-programs.ts'
import { disbursementApi } from '#contract/cards/disbursement.ts'
import type { Access } from '#contract/endpoint.ts'
import { eventsApi } from '#contract/events/events.ts'
import { memberImportsApi } from '#contract/members/member-imports.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { startingSteps, type startingApi, type StartingStep } from '#contract/starting/starting.ts'
import { mayCall } from '#platform/access'
import type { Call } from '#platform/call'
import { usualOptions } from '#server/business/options'

/** The call by which a step is taken, and the licence without which there is nothing to set up. */
const takenBy: Readonly<Record<StartingStep, { row: { access: Access }; licence?: Licence }>> = {
  Licences: { row: businessApi.setLicence },
  Venue: { row: venuesApi.createVenue },
  Look: { row: settingsApi.saveBusinessSettings },
  Users: { row: usersApi.createUser },
  Options: { row: optionListsApi.addOption },
  PointsType: { row: venuesApi.updateVenue, licence: 'pay' },
  Members: { row: memberImportsApi.createMemberImport, licence: 'HubMembership' },
  CardProgram: { row: cardProgramsApi.createCardProgram, licence: 'pay' },
  Deposit: { row: disbursementApi.deposit, licence: 'pay' },
  PassDesign: { row: passConfigurationsApi.createPassConfiguration, licence: 'pay' },
  Form: { row: requestFormsApi.createRequestForm, licence: 'HubMembership' },
  Event: { row: eventsApi.createEvent, licence: 'pay' },
}

const isOfBusiness = sql`business_id = b.business_id`
const hasMembers = sql`exists (select from member where ${isOfBusiness})`

const usual = JSON.stringify(
  optionLists.flatMap((list) => usualOptions[list].map((name) => ({ list, name }))),
)
/** Every business begins with what clubs usually offer: the lists are its own once it has changed them, or goes by them. */
const hasOwnOptions = sql`exists (select from option_list_item o where o.business_id = b.business_id and (o.is_retired or not exists (
  select from json_to_recordset(${usual}::json) as u (list text, name text)
  where u.list = o.list and u.name = o.key and u.name = o.value)))`

/** Whether each step of a business `b` is done, by what is there. */
const isDone: Readonly<Record<StartingStep, (uid: string) => Sql>> = {
  Licences: () => sql`cardinality(b.licences) > 0`,
  Venue: () => sql`exists (select from venue where ${isOfBusiness} and deleted_at is null)`,
  // Its time zone was asked for when it was made.
  Look: () => sql`b.logo_file_id is not null`,
  Users: (uid) => sql`exists (select from business_user where ${isOfBusiness} and uid <> ${uid})`,
  Options: () => sql`(${hasOwnOptions} or ${hasMembers})`,
  PointsType: () => sql`exists (select from points_type where ${isOfBusiness})`,
  Members: () => hasMembers,
  CardProgram: () => sql`exists (select from card_program where ${isOfBusiness})`,
  Deposit: () =>
    sql`exists (select from ledger_account where ${isOfBusiness} and kind = 'disbursement' and credited > 0)`,
  PassDesign: () => sql`exists (select from pass_configuration where ${isOfBusiness})`,
  Form: () => sql`exists (select from request_form where ${isOfBusiness})`,
  Event: () => sql`exists (select from event where ${isOfBusiness})`,
}

/** What the business still has to set up, of what the caller may. */
export async function getStarting({ db, who }: Call<typeof startingApi.getStarting>) {
  const { licences } = await db.one<{ licences: Licence[] }>(
    sql`select licences from business where business_id = ${db.businessId}`,
  )
  const open = startingSteps.filter((step) => {
    const { row, licence } = takenBy[step]
    return mayCall(who, row.access, licences) && (!licence || licences.includes(licence))
  })
  if (open.length === 0) return { Steps: [] }
  const columns = open.map((step) => sql`${isDone[step](who.uid)} as ${raw(`"${step}"`)}`)
  const done = await db.one<Partial<Record<StartingStep, boolean>>>(
    sql`select ${join(columns)} from business b where b.business_id = ${db.businessId}`,
  )
  return { Steps: open.map((Step) => ({ Step, IsDone: done[Step] ?? false })) }
}
