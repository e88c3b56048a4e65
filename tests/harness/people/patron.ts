import type { z } from 'zod'
import { api } from '#contract'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'

type GivenAnswers = z.input<typeof RequestAnswers>

/** Answers that the demo's form for club membership takes. */
export const fullAnswers: GivenAnswers = {
  MembershipType: 'Ordinary',
  FirstName: 'Nora',
  LastName: 'Newcombe',
  BirthDate: '1990-05-17',
  EmailAddress: 'nora@example.org',
  MobileNumber: '0412 000 111',
  Address: {
    AddressLine1: '5 Pier Street',
    AddressLine2: null,
    Suburb: 'Balmain',
    State: 'NSW',
    PostCode: '2041',
    Country: 'Australia',
  },
  HasAcceptedTerms: true,
}

export const clubForm = { form: 'harbourside-membership' }
export const socialForm = { form: 'harbourside-social' }
export const renewalForm = { form: 'harbourside-renewal' }

const firstOfMany = { isLast: false }

/** Somebody on their phone, with the jobs that their steps start carried out at once. */
export function patronOf(hub: TestHub) {
  const call = hub.as(null)
  const perform = (task: string, payload: object, attempt = firstOfMany) =>
    hub.tasks[task]!(payload as never, attempt)

  /** Carries out the jobs of requests that are waiting. */
  async function work(attempt = firstOfMany): Promise<void> {
    const { rows } = await hub.owner.query<{ id: string; task: string; payload: object }>(`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id
        and t.identifier in ('open_checkout', 'check_payment', 'close_checkout', 'refund_payment', 'check_refund', 'carry_out_renewal', 'ask_sponsors',
          'carry_out_application', 'open_reload_payment', 'check_reload_payment', 'refund_reload_payment')
      returning j.id, t.identifier as task, j.payload`)
    for (const { task, payload } of rows) await perform(task, payload, attempt)
    if (rows.length > 0) await work(attempt)
  }

  async function apply(answers: GivenAnswers = {}, params = clubForm): Promise<string> {
    const given = { ...fullAnswers, ...answers }
    const { body } = await call(api.startApplication, { params, body: { Answers: given } })
    return body.Secret!
  }
  async function submit(secret: string, params = clubForm) {
    await call(api.submitSession, { params, body: { Secret: secret } })
    await work()
    return open(secret, params)
  }
  async function open(secret: string, params = clubForm) {
    const { body } = await call(api.openSession, { params, body: { Secret: secret } })
    return body
  }
  /** Pays on the demo's page. */
  async function pay(paymentUrl: string | null, isPaid = true): Promise<void> {
    const checkoutId = new URL(paymentUrl!).searchParams.get('id')!
    await call(api.settleTestPayment, { params: { checkoutId }, body: { IsPaid: isPaid } })
    await work()
  }
  /** An application that was submitted and, if it costs something, paid. */
  async function applied(answers: GivenAnswers = {}, params = clubForm) {
    const secret = await apply(answers, params)
    const { PaymentUrl } = await submit(secret, params)
    if (PaymentUrl) await pay(PaymentUrl)
    return { secret, ...(await open(secret, params)) }
  }
  /** Finds a membership as its page does; tells the secret of the session. */
  async function identify(number: string, params = renewalForm): Promise<string> {
    const { birthDate } = await memberOf(hub, number)
    const { body } = await call(api.identifyMember, {
      params,
      body: { MembershipNumber: number, BirthDate: birthDate },
    })
    return body.Secret!
  }
  /** Has a code sent to the e-mail address on file, and tells it. */
  async function codeFor(secret: string, number: string, params = renewalForm): Promise<string> {
    const { SessionId: sessionId } = await open(secret, params)
    await call(api.sendRenewalCode, {
      params: { ...params, sessionId },
      body: { Secret: secret, By: 'email' },
    })
    const letters = await lettersTo(hub, (await memberOf(hub, number)).email)
    return /Your code is (\d{6})\./.exec(letters.at(-1)!.body)![1]!
  }
  /** Enters a code. */
  async function enter(secret: string, code: string, params = renewalForm) {
    const { SessionId: sessionId } = await open(secret, params)
    return call(api.proveSession, { params: { ...params, sessionId }, body: { Secret: secret, Code: code } })
  }
  return { call, work, perform, apply, submit, open, pay, applied, identify, codeFor, enter }
}

type KnownMember = { id: string; birthDate: string; email: string; mobile: string }

/** The member of Harbourside with this number. */
export async function memberOf(hub: TestHub, number: string): Promise<KnownMember> {
  const { rows } = await hub.owner.query<KnownMember>(
    `select member_id as id, birth_date::text as "birthDate", home_contact ->> 'EmailAddress' as email,
       home_contact ->> 'MobileNumber' as mobile
     from member where business_id = 'harbourside' and membership_number = $1`,
    [number],
  )
  return rows[0]!
}

/** The messages that went to somebody, oldest first. */
export async function lettersTo(hub: TestHub, to: string) {
  return (await readOutbox(hub.owner, hub.secret, to)).toReversed()
}

export type Patron = ReturnType<typeof patronOf>

/** Has somebody look at whatever is sent by a form, whatever its types say. */
export async function reviewAll(hub: TestHub, { form }: { form: string }): Promise<void> {
  await hub.owner.query(
    `update request_form set config = regexp_replace(config::text, '"Review": "\\w+"', '"Review": "Always"', 'g')::jsonb
     where form_id = $1`,
    [form],
  )
}
