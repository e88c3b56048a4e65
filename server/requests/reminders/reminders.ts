import sql from 'sql-template-tag'
import { formPath, type Reminder } from '#contract/requests/request-forms.ts'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { hashOf, newSecret } from '#platform/secrets'
import { queueMany } from '#server/messaging'
import type { Backstage } from '#server/payments'
import { type Form, openForms, businessOf } from '#server/requests/forms'
import { longDate } from '#server/requests/sessions'
import { daysToCatchUp, isToBeReminded, reachedAt } from './whom-to-remind.ts'

const batch = 500
const linkDays = 60
const morning = 9

/** Reminds the members of every business whose day it is, as their renewal forms say. Each reminder is sent once. */
export async function sendReminders(surroundings: Backstage, clock: InPieces): Promise<void> {
  const { database } = surroundings
  // One batch of one of its reminders, whose place it is told by; where one fails, the next has its turn.
  const remindIn = async (id: string, after: string): Promise<Piece> => {
    const forms = await openForms(database.forTenant(id), 'Renewal')
    const all = forms.flatMap((form) => form.Reminders.map((reminder) => ({ form, reminder })))
    const place = Number(after)
    const one = all[place]
    if (!one) return { next: null }
    let sent = 0
    const failure = await failureOf(
      database.transaction(id, async (tx) => {
        sent = await remind(tx, one.form, one.reminder, surroundings)
      }),
    )
    if (failure === undefined && sent === batch) return { next: after }
    return { next: place + 1 < all.length ? String(place + 1) : null, failure }
  }
  await inPieces(database, 'send_renewal_reminders', remindIn, { ...clock, hour: morning })
}

type Due = {
  reminderId: string
  memberId: string
  firstName: string
  recipient: string
  dateFinancial: string
  isOver: boolean
}

/** Sends one batch of a reminder, and tells how many that were. */
async function remind(
  tx: Transaction,
  form: Form,
  { Days, Channel }: Reminder,
  { publicUrl }: Backstage,
): Promise<number> {
  const due = await tx.rows<Due>(sql`
    with due as (
      select m.business_id, m.member_id, m.first_name, m.date_financial,
        ${reachedAt(sql`${Channel}::text`)} as recipient
      from member m
      where m.business_id = ${tx.businessId}
        and m.date_financial between ${businessToday} - ${Days}::int - ${daysToCatchUp - 1}::int and ${businessToday} - ${Days}::int
        and ${isToBeReminded(form, sql`${Days}`, sql`${Channel}`)}
    ), sent as (
      insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient)
      select business_id, ${form.FormId}, member_id, date_financial, ${Days}, ${Channel}, recipient
      from due where recipient is not null limit ${batch}
      on conflict do nothing
      returning member_id, id
    )
    select sent.id::text as "reminderId", due.member_id as "memberId", due.first_name as "firstName", due.recipient,
      due.date_financial as "dateFinancial", due.date_financial < ${businessToday} as "isOver" from due join sent using (member_id)`)
  if (due.length === 0) return 0
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
  return due.length
}

function letterOf(
  { firstName, recipient, dateFinancial, isOver }: Due,
  { name, url, secret, channel }: { name: string; url: string; secret: string; channel: Reminder['Channel'] },
): Parameters<typeof queueMany>[3][number] {
  const until = `Your membership of ${name} ${isOver ? 'ran out on' : 'runs until'} ${longDate(dateFinancial)}.`
  const stop = `${url}#stop=${secret}`
  const paragraphs = [
    `Hello ${firstName},`,
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
