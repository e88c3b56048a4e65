import sql from 'sql-template-tag'
import { type CardProgram, type CardProgramFields, programFields } from '#contract/cards/card-programs.ts'
import type { ReloadLimits, ReloadRules } from '#contract/cards/reload-limits.ts'
import { revisionOf } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { fileUrl } from '#platform/files'
import { notFound } from '#platform/refusals'

type Row = Omit<
  CardProgram,
  'MinimumInitialCardValue' | 'MaximumInitialCardValue' | 'CardArtUrl' | 'Revision' | keyof ReloadLimits
> & {
  minimumCents: number
  maximumCents: number
  mostCents: number | null
  mostCentsPerDay: number | null
  artFileId: string | null
}

const selectPrograms = sql`
  select card_program_id as "CardProgramId", description as "Description", program_type as "ProgramType",
    delivery_types as "DeliveryTypes", is_physical_enabled as "IsPhysicalEnabled",
    minimum_cents as "minimumCents", maximum_cents as "maximumCents", expiry_months as "ExpiryMonths",
    is_promotional as "IsPromotional", terms as "Terms", art_file_id as "artFileId", is_retired as "IsRetired",
    allows_holder_reload as "AllowsHolderReload",
    maximum_balance_cents as "mostCents", maximum_reload_cents_per_day as "mostCentsPerDay"
  from card_program`

/** The card programs of the business: those on offer by name, then the retired. */
export async function readCardPrograms(db: Queries): Promise<CardProgram[]> {
  const rows = await db.rows<Row>(sql`
    ${selectPrograms} where business_id = ${db.businessId}
    order by is_retired, lower(description), card_program_id`)
  return rows.map(programOf)
}

/** What may be added to the cards of a program, and by whom. */
export async function readReloadRules(db: Queries, cardProgramId: string): Promise<ReloadRules> {
  const row = await db.one<Row>(sql`
    ${selectPrograms} where business_id = ${db.businessId} and card_program_id = ${cardProgramId}`)
  const { MaximumBalance, MaximumReloadPerDay, AllowsHolderReload } = programOf(row)
  return { MaximumBalance, MaximumReloadPerDay, AllowsHolderReload }
}

/** A card program and the file of its picture, kept from changing under us; or a 404. */
export async function programToChange(tx: Transaction, cardProgramId: string) {
  const row = await tx.maybe<Row>(sql`
    ${selectPrograms}
    where business_id = ${tx.businessId} and card_program_id = ${cardProgramId} for no key update`)
  if (!row) throw notFound('The card program')
  return { program: programOf(row), artFileId: row.artFileId }
}

function programOf({ artFileId, ...kept }: Row): CardProgram {
  const { minimumCents, maximumCents, mostCents, mostCentsPerDay, ...row } = kept
  const program = {
    ...row,
    MinimumInitialCardValue: minimumCents / 100,
    MaximumInitialCardValue: maximumCents / 100,
    MaximumBalance: mostCents && mostCents / 100,
    MaximumReloadPerDay: mostCentsPerDay && mostCentsPerDay / 100,
    CardArtUrl: artFileId && fileUrl(artFileId),
  }
  return { ...program, Revision: revisionOfProgram(program) }
}

/** Stands for what people fill in of a program. */
export function revisionOfProgram(program: CardProgramFields): string {
  return revisionOf(programFields.map((field) => program[field]))
}

/** What the audit trail calls a card program. */
export function auditRecordOfProgram({
  CardProgramId,
  Description,
}: Pick<CardProgram, 'CardProgramId' | 'Description'>) {
  return { kind: 'Card program', id: CardProgramId, name: Description }
}
