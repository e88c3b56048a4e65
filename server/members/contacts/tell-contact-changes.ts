import sql from 'sql-template-tag'
import { patronPaths } from '#contract/patron-paths.ts'
import type { Database, Queries, Transaction } from '#platform/database'
import { forgetInPieces, inLane, type InPieces, startJob, type Tasks, timeIsUp } from '#platform/jobs'
import { hashOf, newSecret } from '#platform/secrets'
import { businessName } from '#server/business'
import { queueMany } from '#server/messaging'
import { type ContactNews, newsByEmail, newsBySms } from './contact-change-letters.ts'
import { type ChangeKey, type Reach, tellable } from './contact-change-record.ts'

const task = 'tell_contact_changes'
const forgetTask = 'forget_contact_changes'
const batch = 500
// Somebody changes a few by hand; more at once come of an import, and may take their time.
const mostOfOneHand = 20

type Job = { readonly businessId: string }

/** Has those told who were reached before, where that isn't a change of the member's own row, whose trigger does it. */
export async function startTellingContacts(db: Transaction): Promise<void> {
  await startJob(db, task, { businessId: db.businessId } satisfies Job)
}

/** The work behind changes of contacts. */
export function contactChangeTasks(database: Database, publicUrl: () => string): Tasks {
  return {
    [task]: inLane('soon', (job: Job) => tellAll(database, publicUrl, job)),
    [forgetTask]: inLane('maintenance', (turn?: InPieces) => forgetOldChanges(database, turn)),
  }
}

/** When the recurring part of it is due. */
export const contactChangeSchedule = [`29 3 * * * ${forgetTask}`]

async function tellAll(database: Database, publicUrl: () => string, job: Job): Promise<void> {
  const isOver = timeIsUp()
  while (await database.transaction(job.businessId, (tx) => tellSome(tx, publicUrl)))
    if (isOver()) return database.transaction(job.businessId, (tx) => startJob(tx, task, job))
}

type Untold = ChangeKey & { kind: ContactNews['kind']; before: Reach; lasting: string[]; firstName: string }

/** Writes to those who were reached before some of the changes, and tells whether there may be more. */
async function tellSome(tx: Transaction, publicUrl: () => string): Promise<boolean> {
  // Looked up once, before it is joined: looked up anew for each row it would be more than a batch.
  const changes = await tx.rows<Untold>(sql`
    with due as materialized (
      select member_id, change_id from contact_change where business_id = ${tx.businessId} and told_at is null
      order by change_id limit ${batch} for update skip locked
    )
    update contact_change c set told_at = now()
    from due, member m
    where c.business_id = ${tx.businessId} and c.member_id = due.member_id and c.change_id = due.change_id
      and m.business_id = c.business_id and m.member_id = c.member_id
    returning c.member_id as "memberId", c.change_id as "changeId", c.kind, c.before, c.lasting,
      coalesce(m.preferred_name, m.first_name) as "firstName"`)
  if (changes.length === 0) return false
  const business = await businessName(tx)
  const inOrder = changes.toSorted((one, other) => one.changeId - other.changeId)
  const told = inOrder.map((change) => ({ ...change, business, secret: secretFor(change) }))
  await keepLinks(tx, told)
  const news = told.map((each) => ({ ...each, link: linkOf(publicUrl(), each.secret) }))
  for (const by of ['email', 'sms'] as const)
    await queueMany(
      tx,
      by,
      changes.length > mostOfOneHand ? 'bulk' : 'soon',
      news.flatMap((each) => lettersOf(each, by)),
    )
  return changes.length === batch
}

/** What was put back can't be taken back in turn, and two records that were joined only staff take apart. */
const secretFor = ({ kind }: Untold) => (kind === 'Changed' || kind === 'SentElsewhere' ? newSecret() : null)

const linkOf = (origin: string, secret: string | null) =>
  secret && `${origin}${patronPaths.contactChange}#${secret}`

type Told = ChangeKey & { readonly secret: string | null }

async function keepLinks(tx: Transaction, told: readonly Told[]): Promise<void> {
  const open = told.flatMap(({ secret, ...key }) => (secret ? [{ ...key, hash: hashOf(secret) }] : []))
  await tx.run(sql`
    insert into contact_change_link (business_id, member_id, change_id, secret_hash)
    select ${tx.businessId}, member_id, change_id, hash
    from unnest(${open.map(({ memberId }) => memberId)}::text[], ${open.map(({ changeId }) => changeId)}::bigint[],
      ${open.map(({ hash }) => hash)}::bytea[]) as link (member_id, change_id, hash)`)
}

type News = ContactNews & Told & Pick<Untold, 'before' | 'lasting'>

/** The messages of one channel. Who came on file only these days is told, and gets no way back to themself. */
function lettersOf(news: News, by: 'email' | 'sms') {
  const contacts = tellable(news.before).filter((contact) => contact.by === by)
  return contacts.map(({ to, key }) => {
    const isLasting = news.lasting.includes(key)
    const link = isLasting ? news.link : null
    const text =
      by === 'email' ? newsByEmail({ ...news, link }) : { subject: null, body: newsBySms({ ...news, link }) }
    return { kind: 'contact change', to, ...(isLasting && news.secret && { secret: news.secret }), ...text }
  })
}

// For a while a link still says that it has come too late.
const keptDays = 60

function forgetOldChanges(database: Database, turn?: InPieces): Promise<void> {
  const forget = (db: Queries, most: number) =>
    db.run(sql`
      delete from contact_change where business_id = ${db.businessId} and (member_id, change_id) in (
        select member_id, change_id from contact_change
        where business_id = ${db.businessId} and at < now() - make_interval(days => ${keptDays})
        order by at limit ${most})`)
  return forgetInPieces(database, forgetTask, forget, turn)
}
