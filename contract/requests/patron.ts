import { z } from 'zod'
import { shownOfClub } from '#contract/business/club-look.ts'
import { anyone, endpoint, type RateLimit } from '#contract/endpoint.ts'
import { Address } from '#contract/members/members.ts'
import { day } from '#contract/values/days.ts'
import { LinkSecret } from '#contract/values/link-secret.ts'
import { needed } from '#contract/words/needed.ts'
import { Question } from './questions.ts'
import { RequestAnswers } from './request-answers.ts'
import { RequestFile } from './request-files.ts'
import { FormKind, PaymentMode, RequestForm } from './request-forms.ts'
import { nextSteps } from './requests.ts'

/** The calls of the pages for patrons. Who has a session's secret has the session; it never stands in an address. */

const path = '/api/patron/forms/{form}'
const open = { access: anyone, recordsItself: true } as const
const writing = { ...open, changes: ['request'] } as const

const Option = z.object({ Key: z.string(), Value: z.string() })

/** A form as its page needs it. */
export const PublicForm = RequestForm.pick({
  FormId: true,
  Revision: true,
  DisplayName: true,
  IsOpen: true,
  Fields: true,
  FeeItems: true,
  Questions: true,
  Introduction: true,
  Terms: true,
  ClosingText: true,
}).extend({
  Kind: FormKind,
  ...shownOfClub,
  MembershipTypes: z.array(
    z.object({
      Key: z.string(),
      Description: z.string(),
      Fee: z.number(),
      TaxPercent: z.number(),
      /** Whom it is for, by age on the day. */
      Rules: z.object({ MinAge: z.number().nullable(), MaxAge: z.number().nullable() }),
    }),
  ),
  Titles: z.array(Option),
  Genders: z.array(Option),
  PaymentMode,
  /** False if streets are taken as typed, as nobody knows them. */
  AreStreetsChecked: z.boolean(),
})
export type PublicForm = z.infer<typeof PublicForm>

/** A way to reach a member that is on file, told so that they know it again and nobody else learns it. */
const MaskedContact = z.object({ By: z.enum(['email', 'sms']), Masked: z.string() })
export type MaskedContact = z.infer<typeof MaskedContact>

export const PatronSession = z.object({
  SessionId: z.string(),
  NextStep: z.enum(nextSteps),
  /** Staff have it open at the desk, for the one whom it is about. */
  IsAtDesk: z.boolean(),
  Answers: RequestAnswers,
  /** Whether the details of a person are theirs to see and change: a member shows it by a contact on file. */
  IsProven: z.boolean(),
  /** What is on file of a member who has shown it, of what the form asks, until it is submitted; what is left empty stays so. */
  OnFile: RequestAnswers.nullable(),
  /** Where a code can be sent by which a member shows it. */
  Contacts: z.array(MaskedContact),
  /** Of a renewal: whose it is; the number alone until it is proven. */
  Member: z
    .object({
      FirstName: z.string().nullable(),
      MembershipNumber: z.string().nullable(),
      DateFinancial: z.string().nullable(),
    })
    .nullable(),
  /** Of a renewal that isn't sent yet: the types that the rules leave to choose from, and why where none is left. */
  OfferedTypes: z.array(z.string()).nullable(),
  RefusedBecause: z.string().nullable(),
  /** When the same person has sent an application that is with the business already. */
  EarlierRequestDate: z.iso.datetime().nullable(),
  /** Where the link to come back has been sent. */
  LinkSentTo: z.string().nullable(),
  /** Where to pay; null until the payment is open. */
  PaymentUrl: z.string().nullable(),
  /** Something is to be paid and no page to pay at is open, as the last one was given up, ran out or came to a part: another can be started. */
  IsPaymentOver: z.boolean(),
  /** What is left to pay, in dollars: as it was when it was sent, whatever the form costs by now. */
  AmountDue: z.number().nullable(),
  /** What was paid, in dollars. */
  AmountPaid: z.number().nullable(),
  /** What was paid and isn't kept, in dollars: being given back, given back, or with the staff, who will be in touch. */
  Refunds: z.array(
    z.object({ State: z.enum(['Refunding', 'RefundFailed', 'Refunded']), Amount: z.number() }),
  ),
  /** Of an application that was accepted without a review: the page of the digital membership card. */
  PassUrl: z.string().nullable(),
  /** Of an application: it has been accepted. A server of the version before doesn't say. */
  IsJoined: z.boolean().default(false),
  /** Of a renewal: it has been carried out. */
  IsRenewed: z.boolean(),
  /** Until when it runs then, for who is proven. */
  NewFinancialDate: z.string().nullable(),
  /** What it costs, line by line in dollars, as it was when it was sent; nothing before. */
  PriceLines: z.array(z.object({ Description: z.string(), Amount: z.number(), TaxAmount: z.number() })),
  /** The membership and the questions in the words they were sent with; null before, and from a server of the version before. */
  SentType: z.string().nullable().default(null),
  SentQuestions: z.array(Question).nullable().default(null),
  /** The files that were added so far. */
  Files: z.array(RequestFile),
})
export type PatronSession = z.infer<typeof PatronSession>

/** An address to choose, in one line and in its fields. */
export const AddressFound = z.object({ Description: z.string(), Address })
export type AddressFound = z.infer<typeof AddressFound>

const WithSecret = z.object({ Secret: LinkSecret })

const MembershipNumber = z
  .string(needed('Enter your membership number.'))
  .trim()
  .min(1, 'Enter your membership number.')
  .max(40)

// Whoever is kept out by the guesses of others can still have a link sent to them.
const guessesOfBirthDate: readonly RateLimit[] = [{ kind: 'birth date from', most: 30, minutes: 15 }]
/** The same by the number that is tried, in all forms of a business together. */
export const guessesAtNumber: RateLimit = { kind: 'birth date', most: 5, minutes: 60 }
const guessesOfCode: readonly RateLimit[] = [
  {
    kind: 'renewal code',
    most: 5,
    minutes: 60,
    by: ({ params }) => (params as { sessionId: string }).sessionId,
  },
  { kind: 'renewal code from', most: 30, minutes: 15 },
]

/** A session that was started, or why it wasn't. */
const Started = z.object({ Secret: z.string().nullable(), Message: z.string() })

export const patronApi = {
  getPublicForm: endpoint({
    method: 'GET',
    path,
    title: 'A form for patrons',
    access: anyone,
    shows: ['form'],
    output: PublicForm,
  }),
  suggestPatronAddresses: endpoint({
    method: 'GET',
    path: `${path}/address-suggestions`,
    title: 'Addresses that begin as typed, for patrons',
    access: anyone,
    // No write here changes the register.
    shows: [],
    mostPerMinute: 120,
    query: z.object({ q: z.string().trim().min(1).max(200) }),
    output: z.object({ Results: z.array(AddressFound) }),
  }),
  startApplication: endpoint({
    method: 'POST',
    path: `${path}/sessions`,
    title: 'Start an application',
    ...writing,
    mostPerMinute: 60,
    answersOnce: true,
    body: z.object({ Answers: RequestAnswers }),
    output: Started,
  }),
  identifyMember: endpoint({
    method: 'POST',
    path: `${path}/identify`,
    title: 'Start a renewal',
    ...writing,
    mostPerMinute: 60,
    answersOnce: true,
    rateLimits: guessesOfBirthDate,
    /** Membership number and birth date, which find a membership and no more, or the secret of a link that was sent to the contact on file. */
    body: z.union([
      WithSecret,
      z.object({ MembershipNumber, BirthDate: day(needed('Enter your date of birth.')) }),
    ]),
    output: Started,
  }),
  sendRenewalLink: endpoint({
    method: 'POST',
    path: `${path}/renewal-link`,
    title: 'Send a member the link to renew',
    ...open,
    changes: [],
    mostPerMinute: 20,
    body: z.object({ MembershipNumber }),
    output: z.object({ Message: z.string() }),
  }),
  sendRenewalCode: endpoint({
    method: 'POST',
    path: `${path}/sessions/{sessionId}/code`,
    title: 'Send a member a code to a contact on file',
    ...open,
    changes: [],
    mostPerMinute: 20,
    // None is sent that couldn't be entered any more.
    rateLimits: guessesOfCode,
    body: WithSecret.extend({ By: MaskedContact.shape.By }),
    output: z.object({ Message: z.string() }),
  }),
  proveSession: endpoint({
    method: 'POST',
    path: `${path}/sessions/{sessionId}/proof`,
    title: 'Show by a code that a membership is one’s own',
    ...writing,
    mostPerMinute: 60,
    rateLimits: guessesOfCode,
    body: WithSecret.extend({
      Code: z
        .string(needed('Enter the code.'))
        .transform((typed) => typed.replaceAll(/\s/g, ''))
        .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits of the code.')),
    }),
    output: PatronSession,
  }),
  openSession: endpoint({
    method: 'POST',
    path: `${path}/sessions/open`,
    title: 'Come back to a session',
    access: anyone,
    changes: [],
    changesNothing: true,
    body: WithSecret,
    output: PatronSession,
  }),
  saveSession: endpoint({
    method: 'PUT',
    path: `${path}/sessions`,
    title: 'Save the answers of a session',
    ...writing,
    withoutRevision: 'One’s own answers, behind one’s own link.',
    body: WithSecret.extend({ Answers: RequestAnswers }),
    output: PatronSession,
  }),
  submitSession: endpoint({
    method: 'POST',
    path: `${path}/sessions/submit`,
    title: 'Submit a session',
    ...writing,
    mostPerMinute: 60,
    /** With what was shown, the form and the price in cents: nobody agrees to what they haven't seen. A former page doesn't say. */
    body: WithSecret.extend({ Revision: z.number().int().optional(), Total: z.number().int().optional() }),
    output: PatronSession,
  }),
  checkPayment: endpoint({
    method: 'POST',
    path: `${path}/sessions/check-payment`,
    title: 'Ask whether a payment has arrived',
    ...writing,
    mostPerMinute: 60,
    body: WithSecret,
    output: PatronSession,
  }),
  stopReminders: endpoint({
    method: 'POST',
    path: `${path}/stop-reminders`,
    title: 'Ask for no more reminders',
    ...open,
    changes: ['reminder'],
    mostPerMinute: 60,
    body: WithSecret,
    output: z.object(shownOfClub),
  }),
  getTestPayment: endpoint({
    method: 'GET',
    path: '/api/patron/test-payments/{checkoutId}',
    title: 'A payment of the demo',
    access: anyone,
    whileSuspended: 'It plays the payment provider, who goes on.',
    shows: ['request'],
    output: z.object({
      Description: z.string(),
      ...shownOfClub,
      Amount: z.number(),
      IsOpen: z.boolean(),
      ReturnUrl: z.string(),
    }),
  }),
  settleTestPayment: endpoint({
    method: 'POST',
    path: '/api/patron/test-payments/{checkoutId}',
    title: 'Pay, or not, in the demo',
    ...writing,
    whileSuspended: 'It plays the payment provider, who goes on.',
    body: z.object({ IsPaid: z.boolean() }),
    output: z.object({ ReturnUrl: z.string() }),
  }),
}
