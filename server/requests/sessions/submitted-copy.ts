import sql from 'sql-template-tag'
import { answerInWords, isUpload } from '#contract/requests/question-rules.ts'
import { referenceOf } from '#contract/requests/reference.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { applicantFields } from '#contract/requests/request-rules.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { Queries, Transaction } from '#platform/database'
import { answersOf, isProven, lockSession, type Session } from './session-record.ts'

type Facts = RequestDetail['Submitted']

/** What counts of it: details that nobody has proven to be theirs to give aren't carried out, and aren't shown as if. */
export async function submittedFacts(db: Queries, session: Session): Promise<Facts> {
  const answers = answersOf(session)
  const options = await db.rows<{ list: string; key: string; value: string }>(sql`
    select list, key, value from option_list_item
    where business_id = ${db.businessId}
      and (list, key) in (('Title', ${answers.Title}), ('Gender', ${answers.Gender}), ('MembershipType', ${answers.MembershipType}))`)
  const described = (list: 'Title' | 'Gender' | 'MembershipType') =>
    options.find((option) => option.list === list)?.value ?? answers[list]
  const values: [label: string, value: string | null][] = [
    ['Membership', described('MembershipType')],
    [applicantFields.Title, described('Title')],
    ['First name', answers.FirstName],
    [applicantFields.PreferredName, answers.PreferredName],
    [applicantFields.MiddleName, answers.MiddleName],
    ['Last name', answers.LastName],
    [applicantFields.BirthDate, answers.BirthDate],
    [applicantFields.Gender, described('Gender')],
    [applicantFields.Nationality, answers.Nationality],
    [applicantFields.Occupation, answers.Occupation],
    ['Email address', answers.EmailAddress],
    [applicantFields.MobileNumber, answers.MobileNumber],
    [applicantFields.PhoneNumber, answers.PhoneNumber],
    [applicantFields.Address, addressLine(answers)],
    [applicantFields.Marketing, marketing(answers)],
  ]
  return [
    ...values.flatMap(([Label, Value]) => (Value ? [{ Label, Value }] : [])),
    ...(await questionFacts(db, session)),
    ...(answers.HasAcceptedTerms ? [{ Label: 'Terms', Value: 'Accepted' }] : []),
  ]
}

/** The answers to the form's own questions, in the words that they were asked in. */
async function questionFacts(db: Queries, session: Session): Promise<Facts> {
  const asked = session.questions ?? []
  if (asked.length === 0) return []
  const answers = answersOf(session)
  const names = await db.rows<{ id: string; name: string }>(sql`
    select file_id as id, name from request_file
    where business_id = ${db.businessId} and session_id = ${session.sessionId}`)
  return asked.flatMap((question): Facts => {
    const Value = answerInWords(question, answers)
    const answer = answers.Questions[question.Id]
    if (Value === null) return []
    if (question.Kind === 'Signature' && typeof answer === 'string')
      return [{ Label: question.Label, Value, Signature: answer }]
    if (!isUpload(question.Kind)) return [{ Label: question.Label, Value }]
    // One that has been erased since was there once.
    const file = names.find(({ id }) => id === answer)
    const words = file ? { Value: file.name, FileId: file.id } : { Value: 'A file that is no longer kept' }
    return [{ Label: question.Label, ...words }]
  })
}

/** What a letter tells of a request: its reference, its price, and the answers to whom they are proven to be. */
export type Copy = {
  readonly reference: string
  readonly price: readonly string[]
  readonly answers: readonly string[]
  /** An applicant has a link to it already. */
  readonly isBehindLink: boolean
}

/**
 * A copy of what was sent. What somebody typed goes to nobody who has not shown that the contact is theirs: an applicant
 * finds it behind the link that they were sent.
 */
export async function copyOf(tx: Transaction, { sessionId }: Session): Promise<Copy> {
  const session = await lockSession(tx, sessionId)
  const lines = session.priceLines ?? []
  const sum = (name: 'total' | 'tax') => lines.reduce((all, line) => all + line[name], 0)
  const isOwn = session.kind === 'Renewal' && isProven(session)
  const facts = isOwn ? await submittedFacts(tx, session) : []
  return {
    reference: referenceOf(sessionId),
    price:
      sum('total') === 0
        ? []
        : [
            ...lines.map(({ Description, total }) => `${Description}: ${dollars(total)}`),
            `Total: ${dollars(sum('total'))}, includes GST of ${dollars(sum('tax'))}`,
          ],
    answers: facts.map(({ Label, Value }) => `${Label}: ${Value}`),
    isBehindLink: session.linkSentTo !== null && session.linkSentTo === session.email,
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

function addressLine({ Address }: RequestAnswers): string | null {
  if (!Address) return null
  const { AddressLine1, AddressLine2, Suburb, State, PostCode, Country } = Address
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ')
  return [AddressLine1, AddressLine2, place, Country].filter(Boolean).join(', ') || null
}

function marketing(answers: RequestAnswers): string | null {
  const ways = [
    answers.AcceptsEmailMarketing && 'by e-mail',
    answers.AcceptsMobileMarketing && 'by SMS',
    answers.AcceptsPhoneMarketing && 'by phone',
  ]
  return ways.filter(Boolean).join(', ') || null
}
