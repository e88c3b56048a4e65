import sql from 'sql-template-tag'
import {
  type CardProgram,
  type CardProgramFields,
  type cardProgramsApi,
  cardProgramTypeLabels,
  deliveryTypes,
  withUsualBounds,
} from '#contract/cards/card-programs.ts'
import { reloadRuleLabels, reloadRuleProblems } from '#contract/cards/reload-limits.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, invalid } from '#platform/refusals'
import {
  auditRecordOfProgram,
  programToChange,
  readCardPrograms,
  revisionOfProgram,
} from './card-program-record.ts'

/** Every card program of the business, retired ones too. */
export async function listCardPrograms(call: Call<typeof cardProgramsApi.listCardPrograms>) {
  return { Results: await readCardPrograms(call.db) }
}

/** The card programs that new cards can be issued of. */
export async function cardProgramsOnOffer(db: Queries): Promise<CardProgram[]> {
  return (await readCardPrograms(db)).filter((program) => !program.IsRetired)
}

/** Makes a card program. */
export async function createCardProgram(
  call: Call<typeof cardProgramsApi.createCardProgram>,
): Promise<CardProgram> {
  const { db } = call
  const fields = tidy(withUsualBounds(call.body))
  await requireQuota(db, 'cardPrograms', sql`select from card_program where business_id = ${db.businessId}`)
  const { CardProgramId } = await db.one<{ CardProgramId: string }>(sql`
    insert into card_program (business_id, description, program_type, delivery_types, is_physical_enabled,
      minimum_cents, maximum_cents, expiry_months, is_promotional, terms, maximum_balance_cents,
      maximum_reload_cents_per_day, allows_holder_reload)
    values (${db.businessId}, ${fields.Description}, ${fields.ProgramType}, ${fields.DeliveryTypes},
      ${fields.IsPhysicalEnabled}, ${inCents(fields.MinimumInitialCardValue)},
      ${inCents(fields.MaximumInitialCardValue)}, ${fields.ExpiryMonths}, ${fields.IsPromotional},
      ${fields.Terms}, ${centsOrNone(fields.MaximumBalance)}, ${centsOrNone(fields.MaximumReloadPerDay)},
      ${fields.AllowsHolderReload})
    returning card_program_id as "CardProgramId"`)
  const program = {
    CardProgramId,
    ...fields,
    CardArtUrl: null,
    IsRetired: false,
    Revision: revisionOfProgram(fields),
  }
  call.audit({ record: auditRecordOfProgram(program), after: programInWords(fields) })
  return program
}

/** Changes a card program. Its type stays: cards that are out were made as what they are. */
export async function updateCardProgram(
  call: Call<typeof cardProgramsApi.updateCardProgram>,
): Promise<CardProgram> {
  const { db, params } = call
  const { program: before } = await programToChange(db, params.cardProgramId)
  const fields = tidy(withRulesOf(before, call.body))
  if (fields.ProgramType !== before.ProgramType)
    throw conflict('program_type_fixed', 'The type of a card program can not be changed.')
  await db.run(sql`
    update card_program set description = ${fields.Description}, delivery_types = ${fields.DeliveryTypes},
      is_physical_enabled = ${fields.IsPhysicalEnabled},
      minimum_cents = ${inCents(fields.MinimumInitialCardValue)},
      maximum_cents = ${inCents(fields.MaximumInitialCardValue)},
      expiry_months = ${fields.ExpiryMonths}, is_promotional = ${fields.IsPromotional},
      terms = ${fields.Terms}, maximum_balance_cents = ${centsOrNone(fields.MaximumBalance)},
      maximum_reload_cents_per_day = ${centsOrNone(fields.MaximumReloadPerDay)},
      allows_holder_reload = ${fields.AllowsHolderReload}
    where business_id = ${db.businessId} and card_program_id = ${before.CardProgramId}`)
  const after = { ...before, ...fields, Revision: revisionOfProgram(fields) }
  call.audit({
    record: auditRecordOfProgram(after),
    before: programInWords(before),
    after: programInWords(after),
    revision: { was: before.Revision, is: after.Revision },
  })
  return after
}

/** Stops new cards of a program, or allows them again. Cards that are out stay as they are. */
export async function retireCardProgram(
  call: Call<typeof cardProgramsApi.retireCardProgram>,
): Promise<CardProgram> {
  const { db, params, body } = call
  const { program } = await programToChange(db, params.cardProgramId)
  await db.run(sql`
    update card_program set is_retired = ${body.Value}
    where business_id = ${db.businessId} and card_program_id = ${program.CardProgramId}`)
  call.audit({
    record: auditRecordOfProgram(program),
    before: { Retired: program.IsRetired },
    after: { Retired: body.Value },
  })
  return { ...program, IsRetired: body.Value }
}

type Changed = Call<typeof cardProgramsApi.updateCardProgram>['body']

/** What was sent, with the rules for reloads that the program has where it says nothing of them: they have to fit the rest. */
function withRulesOf(before: CardProgram, sent: Changed): CardProgramFields {
  const {
    MaximumBalance = before.MaximumBalance,
    MaximumReloadPerDay = before.MaximumReloadPerDay,
    AllowsHolderReload = before.AllowsHolderReload,
  } = sent
  const fields = { ...sent, MaximumBalance, MaximumReloadPerDay, AllowsHolderReload }
  const problems = reloadRuleProblems(fields)
  const [problem] = Object.values(problems)
  if (problem && fields.ProgramType === before.ProgramType) throw invalid(problem, problems)
  return fields
}

const centsOrNone = (dollars: number | null) => dollars && inCents(dollars)
const textOrNone = (dollars: number | null) => dollars && moneyText(dollars)

/** Each way of delivery once, in the order everyone knows them in. */
function tidy(fields: CardProgramFields): CardProgramFields {
  return { ...fields, DeliveryTypes: deliveryTypes.filter((type) => fields.DeliveryTypes.includes(type)) }
}

function programInWords(fields: CardProgramFields): Record<string, unknown> {
  return {
    Description: fields.Description,
    Type: cardProgramTypeLabels[fields.ProgramType],
    Delivery: fields.DeliveryTypes,
    Physical: fields.IsPhysicalEnabled,
    'Minimum initial value': moneyText(fields.MinimumInitialCardValue),
    'Maximum initial value': moneyText(fields.MaximumInitialCardValue),
    'Expiry (months)': fields.ExpiryMonths,
    Promotional: fields.IsPromotional,
    Terms: fields.Terms,
    [reloadRuleLabels.MaximumBalance]: textOrNone(fields.MaximumBalance),
    [reloadRuleLabels.MaximumReloadPerDay]: textOrNone(fields.MaximumReloadPerDay),
    [reloadRuleLabels.AllowsHolderReload]: fields.AllowsHolderReload,
  }
}
