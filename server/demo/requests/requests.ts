import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { CounterPayment } from '#contract/payments/counter.ts'
import { RequestAnswers } from '#contract/requests/request-answers.ts'
import { mobileWithCountryCode, type Price, priceOf } from '#contract/requests/request-rules.ts'
import type { NextStep } from '#contract/requests/requests.ts'
import type { Transaction } from '#platform/database'
import { makeMember, renewMemberAsDecided } from './decided.ts'
import { seedAnswers } from './questions.ts'
import { seedReminders } from './reminders.ts'
import { demoForms, seedForms } from './request-forms.ts'
import { share, type Shared } from './shared.ts'

type DemoRequest = Shared & {
  form: string
  name: string
  type: string
  items?: string[]
  daysAgo: number
  step: NextStep
  /** The membership number of who renews. */
  member?: string
  /** The membership number of somebody with the same e-mail address and mobile: a possible duplicate. */
  contactOf?: string
  error?: string
  /** How it was paid at the counter; without it, online. */
  counter?: { method: CounterPayment['Method']; reference?: string }
  /** Who decided and how, and the note of a rejection. */
  decided?: { by: string; isAccepted?: true; reason?: string; note?: string }
}

const club = 'harbourside-membership'
const social = 'harbourside-social'
const yearly = 'harbourside-renewal'
const sporting = 'harbourside-sporting-renewal'
const alex = { by: 'Alex Admin' }

const requests: readonly DemoRequest[] = [
  {
    form: club,
    name: 'Harriet Vance',
    type: 'Ordinary',
    items: ['locker'],
    daysAgo: 0,
    step: 'User Completed',
  },
  {
    form: club,
    name: 'Marcus Oyelaran',
    type: 'Sporting',
    daysAgo: 1,
    step: 'User Completed',
    assignedTo: 'reception@harbourside.example',
    staffNote: 'Rang him: he brings his licence on Friday.',
  },
  { form: club, name: 'Tessa Quill', type: 'Ordinary', daysAgo: 1, step: 'Payment Required' },
  {
    form: social,
    name: 'Ivo Marek',
    type: 'Social',
    daysAgo: 2,
    step: 'User Completed',
    contactOf: '10044',
  },
  { form: club, name: 'Gwen Abbott', type: 'Pensioner', daysAgo: 2, step: 'User Started' },
  {
    form: club,
    name: 'Rory Blackwood',
    type: 'Ordinary',
    daysAgo: 3,
    step: 'Error',
    error: '$50.00 paid, but the fee is $55.00.',
  },
  {
    form: club,
    name: 'Salma Haddad',
    type: 'Ordinary',
    daysAgo: 6,
    step: 'Completed',
    decided: { ...alex, isAccepted: true },
  },
  {
    form: social,
    name: 'Piers Lund',
    type: 'Social',
    daysAgo: 8,
    step: 'Completed',
    decided: { ...alex, isAccepted: true },
  },
  {
    form: club,
    name: 'Nigel Farrow',
    type: 'Sporting',
    daysAgo: 9,
    step: 'Completed',
    decided: {
      ...alex,
      reason: 'No places are left',
      note: 'The sporting section is full until March. You are welcome to apply as an ordinary member.',
    },
  },
  { form: social, name: 'Dana Whitlock', type: 'Social', daysAgo: 12, step: 'Completed', decided: alex },
  {
    form: club,
    name: 'Ebony Marsh',
    type: 'Ordinary',
    daysAgo: 14,
    step: 'Completed',
    decided: { ...alex, isAccepted: true },
  },
  {
    form: club,
    name: 'Otto Lindqvist',
    type: 'Ordinary',
    daysAgo: 20,
    step: 'Completed',
    counter: { method: 'CardAtCounter', reference: 'Terminal 004217' },
    decided: { ...alex, isAccepted: true },
  },
  { form: 'valley-golf-membership', name: 'Bea Fairway', type: 'Ordinary', daysAgo: 5, step: 'User Started' },
  ...['10005', '10006', '10010', '10011', '10014', '10015', '10018', '10019'].map(
    (member, i): DemoRequest => ({
      form: yearly,
      name: '',
      type: 'Ordinary',
      ...(i % 3 === 0 && { items: ['locker'] }),
      ...(i === 5 && { counter: { method: 'BankTransfer', reference: 'Renewal 10015' } }),
      ...(i === 7 && { counter: { method: 'Cash' } }),
      daysAgo: 1 + i * 3,
      step: 'Completed',
      member,
      decided: { by: 'Automatic renewal', isAccepted: true },
    }),
  ),
  { form: yearly, name: '', type: 'Social', daysAgo: 0, step: 'Payment Required', member: '10020' },
  { form: yearly, name: '', type: 'Ordinary', daysAgo: 0, step: 'User Started', member: '10021' },
  {
    form: yearly,
    name: '',
    type: 'Ordinary',
    daysAgo: 4,
    step: 'Error',
    error: 'The renewal could not be carried out.',
    member: '10022',
  },
  { form: sporting, name: '', type: 'Sporting', daysAgo: 2, step: 'User Completed', member: '10023' },
]

/** Forms, and requests in every step there is. */
export async function seedRequests(platform: Transaction): Promise<void> {
  await seedForms(platform)
  // The oldest first: whoever is accepted gets the next number.
  for (const request of requests.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const form = demoForms.find(({ formId }) => formId === request.form)!
    await platform.asTenant(form.businessId, (tx) => seedRequest(tx, request, form))
  }
  await platform.asTenant('harbourside', seedReminders)
  await platform.asTenant('harbourside', seedAnswers)
}

type Form = (typeof demoForms)[number]

async function seedRequest(tx: Transaction, request: DemoRequest, form: Form): Promise<void> {
  const answers = { ...answersOf(request, form.Kind === 'Renewal'), ...(await contactOf(tx, request)) }
  const items = form.FeeItems.filter(({ Id }) => request.items?.includes(Id)).map(
    ({ Description }) => Description,
  )
  const sessionId = await startSession(tx, request, form, { answers, items })
  const outcome = request.decided && (await decide(tx, sessionId, request, form, answers))
  const { total, tax } = priceOf(form, answers)
  await seedSteps(tx, sessionId, request, { isPaidFor: total > 0, outcome })
  await share(tx, sessionId, request)
  const description = [request.type, ...items].join(', ')
  if (request.step !== 'User Started' && total > 0)
    await seedPayment(tx, sessionId, request, { total, tax, description })
}

type Given = { answers: RequestAnswers; items: string[] }

/** What somebody filled in, and sent if they did. */
async function startSession(
  tx: Transaction,
  { daysAgo, step, member, error, name, type }: DemoRequest,
  form: Form,
  { answers, items }: Given,
): Promise<string> {
  const { EmailAddress: email, MobileNumber: mobile } = answers
  const isSubmitted = step !== 'User Started'
  const { sessionId } = await tx.one<{ sessionId: string }>(sql`
    insert into request_session (business_id, form_id, kind, venue_no, secret_hash, next_step, message, answers, member_id,
      display_name, email, mobile, fee_description, fee_items, started_at, submitted_at)
    select ${tx.businessId}, ${form.formId}, ${form.Kind}, coalesce(m.venue_no, ${form.VenueNo}), ${randomBytes(32)}, ${step},
      ${error}, ${answers}::jsonb, m.member_id, coalesce(${name || null}, m.first_name || ' ' || m.last_name),
      coalesce(${email}, m.home_contact ->> 'EmailAddress'),
      coalesce(${mobile && mobileWithCountryCode(mobile)}, m.home_contact ->> 'MobileNumber'),
      ${isSubmitted ? type : null}, ${isSubmitted ? items : []}::text[], at,
      case when ${isSubmitted}::boolean then at + interval '6 minutes' end
    from (select now() - make_interval(days => ${daysAgo}, mins => 40) as at) start
    left join member m on m.business_id = ${tx.businessId} and m.membership_number = ${member}
    returning session_id as "sessionId"`)
  return sessionId
}

/** Decides on a request, twenty hours after it was started: who is accepted is, or stays, a member by it. In words. */
async function decide(
  tx: Transaction,
  sessionId: string,
  { decided, member: number }: DemoRequest,
  form: Form,
  answers: RequestAnswers,
): Promise<string> {
  const { at, day, memberId } = await tx.one<{ at: string; day: string; memberId: string | null }>(sql`
    select at, zone_day(business_zone(), at) as day, member_id as "memberId"
    from (select started_at + interval '20 hours' as at, member_id from request_session
      where business_id = ${tx.businessId} and session_id = ${sessionId}) decision`)
  const { by, isAccepted = false, reason = null, note = null } = decided!
  const then = { at, day, by }
  const accepted = !isAccepted
    ? null
    : number && memberId
      ? await renewMemberAsDecided(tx, form, answers, memberId, then)
      : await makeMember(tx, form, answers, then)
  await tx.run(sql`
    update request_session set finalised_at = ${at}, finalised_by = ${by}, is_accepted = ${isAccepted},
      member_id = coalesce(${accepted?.member.id}, member_id), venue_no = coalesce(${accepted?.member.VenueNo}, venue_no),
      acceptance_details = ${accepted?.details}, new_financial_date = ${accepted?.member.DateFinancial},
      rejection_note = ${note}, rejection_reason = ${reason}
    where business_id = ${tx.businessId} and session_id = ${sessionId}`)
  return [isAccepted ? 'Accepted' : 'Rejected', reason, accepted?.details ?? note].filter(Boolean).join(': ')
}

async function contactOf(tx: Transaction, { contactOf: number }: DemoRequest) {
  return tx.maybe<Pick<RequestAnswers, 'EmailAddress' | 'MobileNumber'>>(sql`
    select home_contact ->> 'EmailAddress' as "EmailAddress", home_contact ->> 'MobileNumber' as "MobileNumber"
    from member where business_id = ${tx.businessId} and membership_number = ${number}`)
}

function answersOf({ name, type, items, step }: DemoRequest, isRenewal: boolean): RequestAnswers {
  const [FirstName, LastName] = name.split(' ')
  return RequestAnswers.parse({
    MembershipType: type,
    FeeItems: items,
    HasAcceptedTerms: step !== 'User Started',
    ...(!isRenewal && {
      FirstName,
      LastName,
      EmailAddress: `${FirstName}.${LastName}@example.com`,
      BirthDate: `19${60 + (name.length % 39)}-04-12`,
      MobileNumber: `0412 345 ${600 + name.length}`,
      Address: {
        AddressLine1: `${name.length} Wharf Road`,
        Suburb: 'Balmain',
        State: 'NSW',
        PostCode: '2041',
        Country: 'Australia',
      },
    }),
  })
}

async function seedSteps(
  tx: Transaction,
  sessionId: string,
  { step, decided, error }: DemoRequest,
  { isPaidFor, outcome }: { isPaidFor: boolean; outcome: string | undefined },
): Promise<void> {
  const all: NextStep[] = ['User Started', 'Payment Required', 'User Completed', 'Completed']
  const order = isPaidFor ? all : all.filter((each) => each !== 'Payment Required')
  const steps = step === 'Error' ? [...order.slice(0, 2), step] : order.slice(0, order.indexOf(step) + 1)
  for (const [i, each] of steps.entries())
    await tx.run(sql`
      insert into request_step (business_id, session_id, step, note, actor_name, at)
      select ${tx.businessId}, ${sessionId}, ${each}, ${each === 'Completed' ? outcome : each === 'Error' ? error : null},
        ${each === 'Completed' ? decided?.by : null},
        case ${each} when 'Completed' then finalised_at else started_at + make_interval(mins => ${i * 6}) end
      from request_session where business_id = ${tx.businessId} and session_id = ${sessionId}`)
}

async function seedPayment(
  tx: Transaction,
  sessionId: string,
  { step, decided, counter }: DemoRequest,
  { total, tax, description }: Price & { description: string },
): Promise<void> {
  const isPaid = step !== 'Payment Required'
  const state = !isPaid ? 'Expired' : decided?.note ? 'Refunded' : 'Paid'
  const id = randomBytes(8).toString('hex')
  await tx.run(sql`
    insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents, checkout_id,
      provider_payment_id, method, reference, taken_by, paid_cents, created_at, paid_at, refunded_at)
    select ${tx.businessId}, ${sessionId}, ${counter ? 'Counter' : 'Test'}, ${state}, ${description}, ${total}, ${tax},
      ${counter ? null : `test_${id}`}, case when ${isPaid && !counter}::boolean then ${`test_pi_${id}`} end,
      ${counter?.method ?? 'CardOnline'}, ${counter?.reference ?? null}, ${counter ? 'Robin Reception' : null},
      case when ${isPaid}::boolean then ${step === 'Error' ? 5000 : total}::bigint end, submitted_at,
      case when ${isPaid}::boolean then submitted_at + interval '3 minutes' end,
      case when ${state} = 'Refunded' then finalised_at end
    from request_session where business_id = ${tx.businessId} and session_id = ${sessionId}`)
}
