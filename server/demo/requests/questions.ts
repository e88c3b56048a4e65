import sql from 'sql-template-tag'
import type { Question } from '#contract/requests/questions.ts'
import type { Transaction } from '#platform/database'

const usual: Omit<Question, 'Id' | 'Kind' | 'Label'> = {
  Help: '',
  IsRequired: false,
  Options: [],
  ShownWhen: null,
  PerTypes: [],
}
const option = (Id: string, Label: string, Fee = 0) => ({ Id, Label, Fee, TaxPercent: 10 })

/** What the demo's form for the Sports Bar asks of its own. */
export const demoQuestions: Question[] = [
  {
    ...usual,
    Id: 'plays',
    Kind: 'YesNo',
    Label: 'Would you like to play in one of our teams?',
  },
  {
    ...usual,
    Id: 'team',
    Kind: 'ManyChoices',
    Label: 'Which team?',
    Options: [option('bowls', 'Bowls', 22), option('darts', 'Darts'), option('eightball', 'Eight ball', 11)],
    ShownWhen: { QuestionId: 'plays', Is: ['Yes'] },
  },
  { ...usual, Id: 'signed', Kind: 'Signature', Label: 'Your signature' },
  { ...usual, Id: 'proposer', Kind: 'Proposer', Label: 'Proposer' },
]

const strokes =
  'M60 140L90 60L120 140M70 110L110 110M150 80L150 140M150 95L190 80L210 110L240 140L280 90L330 130L420 100'

/** Somebody who has answered them, and whose proposer has been asked. */
export async function seedAnswers(tx: Transaction): Promise<void> {
  const { number, lastName, memberId } = await tx.one<Record<'number' | 'lastName' | 'memberId', string>>(sql`
    select membership_number as number, last_name as "lastName", member_id as "memberId" from member
    where business_id = ${tx.businessId} and membership_number = '10050'`)
  const answers = {
    plays: 'Yes',
    team: ['darts'],
    signed: strokes,
    proposer: { MembershipNumber: number, LastName: lastName },
  }
  const { sessionId } = await tx.one<{ sessionId: string }>(sql`
    update request_session set answers = answers || ${{ Questions: answers }}::jsonb,
      questions = ${JSON.stringify(demoQuestions)}::jsonb
    where business_id = ${tx.businessId} and display_name = 'Ivo Marek' returning session_id as "sessionId"`)
  await tx.run(sql`
    insert into request_sponsor (business_id, session_id, role, named_number, named_last_name, member_id, secret_hash,
      asked_at, expires_at)
    values (${tx.businessId}, ${sessionId}, 'Proposer', ${number}, ${lastName}, ${memberId},
      sha256(gen_random_uuid()::text::bytea), now(), now() + interval '30 days')`)
}
