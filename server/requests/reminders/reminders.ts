import sql, { empty } from 'sql-template-tag'
import { formPath, type Reminder } from '#contract/requests/request-forms.ts'
import { greeting } from '#contract/words/one-line.ts'
import type { Queries, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { hashOf, newSecret } from '#platform/secrets'
import { queueMany } from '#server/messaging'
import type { Backstage } from '#server/payments'
import { type Form, openForms, businessOf } from '#server/requests/forms'
import { longDateInLetter } from '#server/requests/sessions'
import { daysToCatchUp, isToBeReminded, reachedAt } from './whom-to-remind.ts'

// So many members are judged in one piece, however few of them are to be reminded.
const slice = 500
const linkDays = 60
const morning = 9

/** Reminds the members of every business whose day it is, as their renewal forms say. Each reminder is sent once. */
export async function sendReminders(surroundings: Backstage, clock: InPieces): Promise<void> {
  const { database } = surroundings
  // One slice of those whom one of its reminders is about, by which of them it is and the last member before. Where one
  // fails, the next has its turn; who comes to stand before the place that was reached is found on the next day.
  const remindIn = async (id: string, after: string): Promise<Piece> => {
    const [place = '0', date, memberId] = after.split(' ')
    const forms = await openForms(database.forTenant(id), 'Renewal')
    const all = forms.flatMap((form) => form.Reminders.map((reminder) => ({ form, reminder })))
    const one = all[Number(place)]
    if (!one) return { next: null }
    const { form, reminder } = one
    const last = date && memberId ? { date, memberId } : null
    const members = await endingAfter(database.forTenant(id), reminder, last)
    const failure = await failureOf(
      database.transaction(id, (tx) => remind(tx, form, reminder, members, surroundings)),
    )
    const end = members.length === slice ? members.at(-1) : undefined
    if (end) return { next: `${Number(place)} ${end.date} ${end.memberId}`, failure }
    return { next: Number(place) + 1 < all.length ? String(Number(place) + 1) : null, failure }
  }
  await inPieces(database, 'send_renewal_reminders', remindIn, { ...clock, hour: morning })
}

type Ending = { readonly date: string; readonly memberId: string }

/** The next members whose financial date a reminder is sent for today, whoever of them it is for. */
function endingAfter(db: Queries, { Days }: Reminder, last: Ending | null): Promise<Ending[]> {
  return db.rows(sql`
    select date_financial::text as date, member_id as "memberId" from member
    where business_id = ${db.businessId} and deleted_at is null and ${isItsDay(Days)}
      ${last ? sql`and (date_financial, member_id) > (${last.date}::date, ${last.memberId})` : empty}
    order by date_financial, member_id limit ${slice}`)
}

const isItsDay = (days: number) => sql`
  date_financial between ${businessToday} - ${days}::int - ${daysToCatchUp - 1}::int and ${businessToday} - ${days}::int`

type Due = {
  reminderId: string
  memberId: string
  firstName: string
  recipient: string
  dateFinancial: string
  isOver: boolean
}

/** Sends a reminder to those of these members whom it is for. */
async function remind(
  tx: Transaction,
  form: Form,
  { Days, Channel }: Reminder,
  members: readonly Ending[],
  { publicUrl }: Backstage,
): Promise<void> {
  const due = await tx.rows<Due>(sql`
    with due as (
      select m.business_id, m.member_id, m.first_name, m.date_financial,
        ${reachedAt(sql`${Channel}::text`)} as recipient
      from member m
      where m.business_id = ${tx.businessId} and m.member_id = any(${members.map(({ memberId }) => memberId)})
        and ${isItsDay(Days)} and ${isToBeReminded(form, sql`${Days}`, sql`${Channel}`)}
    ), sent as (
      insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient)
      select business_id, ${form.FormId}, member_id, date_financial, ${Days}, ${Channel}, recipient
      from due where recipient is not null
      on conflict do nothing
      returning member_id, id
    )
    select sent.id::text as "reminderId", due.member_id as "memberId", due.first_name as "firstName", due.recipient,
      due.date_financial as "dateFinancial", due.date_financial < ${businessToday} as "isOver" from due join sent using (member_id)`)
  if (due.length === 0) return
  const { name } = await businessOf(tx)
  const letters = due.map((each) => ({ each, secret: newSecret() }))
  await tx.run(sql`
    insert into renewal_link (business_id, secret_hash, form_id, member_id, reminder_id, expires_at)
    select ${tx.businessId}, hash, ${form.FormId}, member_id, reminder_id, now() + make_interval(days => ${linkDays})
    from unnest(${letters.map(({ secret }) => hashOf(secret))}::bytea[], ${due.map(({ memberId }) => memberId)}::text[],
      ${due.map(({ reminderId }) => reminderId)}::bigint[]) as link (hash, member_id, reminder_id)`)
  const url = publicUrl() + formPath('Renewal', form.FormId)
  await queueMany(
    tx,
    Channel,
    'bulk',
    letters.map(({ each, secret }) => letterOf(each, { name, url, secret, channel: Channel })),
  )
}

function letterOf(
  { firstName, recipient, dateFinancial, isOver }: Due,
  { name, url, secret, channel }: { name: string; url: string; secret: string; channel: Reminder['Channel'] },
): Parameters<typeof queueMany>[3][number] {
  const until = `Your membership of ${name} ${isOver ? 'ran out on' : 'runs until'} ${longDateInLetter(dateFinancial)}.`
  const stop = `${url}#stop=${secret}`
  const paragraphs = [
    greeting(firstName),
    `${until} Renew it here:`,
    `${url}#link=${secret}`,
    `If you would rather not be reminded: ${stop}`,
    name,
  ]
  return {
    kind: 'renewal reminder',
    to: recipient,
    subject: channel === 'sms' ? null : `Your membership of ${name}`,
    body:
      channel === 'sms'
        ? `${until} Renew: ${url}#link=${secret} No reminders: ${stop}`
        : `${paragraphs.join('\n\n')}\n`,
    secret,
  }
}
