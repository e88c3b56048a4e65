import sql from 'sql-template-tag'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { mostImportRows, type memberImportsApi } from '#contract/members/member-imports.ts'
import type { Call } from '#platform/call'
import type { Database, Queries } from '#platform/database'
import { startJob, timeIsUp } from '#platform/jobs'
import { conflict, invalid } from '#platform/refusals'
import { isOpenVenue } from '#server/business'
import { requireVenue } from '#server/members/changes'
import { failImport } from './import-end.ts'
import type { ImportJob } from './import-job.ts'
import { readImportFile, UnreadableFileError } from './import-reading.ts'
import { type ImportAtWork, importAtWork, lockImportForWork, readImport } from './import-record.ts'
import type { Offer, OfferedVenue } from './import-row.ts'
import { conclude, storeBatch } from './import-store.ts'

/** Starts the dry run. An earlier one, with another mapping, is forgotten. */
export async function checkMemberImport({
  db,
  who,
  origin,
  params,
  body,
}: Call<typeof memberImportsApi.checkMemberImport>) {
  const { importId } = params
  const { State, Columns, IsUploaded } = await lockImportForWork(db, who, importId)
  if (State !== 'Uploading' && State !== 'Checked' && State !== 'Failed')
    throw conflict('import_not_ready', 'This import is being worked on, or is over.')
  if (!IsUploaded) throw conflict('import_incomplete', 'The file has not been uploaded to its end.')
  if (body.Mapping.length > Columns.length) throw invalid('The file does not have so many columns.')
  if (body.VenueNo !== null) await requireVenue(db, who, body.VenueNo)
  await db.run(
    sql`delete from member_import_row where business_id = ${db.businessId} and import_id = ${importId}`,
  )
  await db.run(sql`
    update member_import set state = 'Checking', mapping = ${JSON.stringify(body.Mapping)}, venue_no = ${body.VenueNo},
      checked_row = 1, checked_part = 0, taken_row = 1, created = 0,
      updated = 0, skipped = 0, tries = 0, findings = null, refused = 0, failure = null,
      worked_at = now(), actor_id = ${who.uid}, actor_name = ${who.name}, venues = ${who.venues},
      address = ${origin.address}, request_id = ${origin.requestId}
    where business_id = ${db.businessId} and import_id = ${importId}`)
  await startJob(db, 'check_member_import', { businessId: db.businessId, importId })
  return readImport(db, who, importId)
}

/**
 * The dry run: reads the file and keeps what each row says, what is wrong with it and whose duplicate it is. It goes
 * on after the last row that is kept, also when another server began it.
 */
export async function checkImport(database: Database, job: ImportJob): Promise<void> {
  const db = database.forTenant(job.businessId)
  const work = await importAtWork(db, job.importId, 'Checking')
  if (!work) return
  const isOver = timeIsUp()
  const { mapping, venueNo, checkedRow: after } = work
  const task = { mapping, offer: await offerTo(db, work), venueNo, after }
  // A batch is stored while the next is read.
  let stored: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const batch of readImportFile(db, job.importId, task)) {
      if (batch.last > mostImportRows + 1) return await fail(database, job, tooLong)
      if (!(await stored)) return
      const isLast = isOver()
      stored = database.transaction(job.businessId, (tx) => storeBatch(tx, job, batch, isLast))
      // Should it fail, that is told when its turn has come.
      stored.catch(() => undefined)
      if (isLast) return void (await stored)
    }
    if (await stored) await database.transaction(job.businessId, (tx) => conclude(tx, job))
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    await fail(database, job, `The file can not be read as CSV: ${error.message}.`)
  } finally {
    // Whatever ended the reading, nothing is left running behind it.
    await stored.catch(() => undefined)
  }
}

const tooLong = `The file has more than ${mostImportRows.toLocaleString('en')} rows. Split it, and import one file after the other.`

const fail = (database: Database, job: ImportJob, sentence: string): Promise<void> =>
  failImport(database, job, sql`state = 'Failed', failure = ${sentence}`)

/** What the business offers to those on whose behalf the rows are read. */
async function offerTo(db: Queries, { venues }: ImportAtWork): Promise<Offer> {
  const items = await db.rows<{ list: OptionListName; key: string; value: string; isRetired: boolean }>(sql`
    select list, key, value, is_retired as "isRetired" from option_list_item
    where business_id = ${db.businessId} order by is_retired desc, position desc`)
  const places = await db.rows<OfferedVenue>(sql`
    select v.venue_no as no, v.display_name as name, ${isOpenVenue} as "isOpen" from venue v
    where v.business_id = ${db.businessId} and v.deleted_at is null
      and (${venues}::text[] is null or v.venue_no = any(${venues}))`)
  // What comes later wins: a key over a description, and what is offered over what is retired.
  const options = Map.groupBy(items, ({ list }) => list)
  const byText = (list: typeof items) =>
    new Map([
      ...list.map((item) => [item.value.toLowerCase(), item] as const),
      ...list.map((item) => [item.key.toLowerCase(), item] as const),
    ])
  return {
    options: new Map([...options].map(([name, list]) => [name, byText(list)])),
    venues: new Map([
      ...places.map((place) => [place.name.toLowerCase(), place] as const),
      ...places.map((place) => [place.no.toLowerCase(), place] as const),
    ]),
  }
}
