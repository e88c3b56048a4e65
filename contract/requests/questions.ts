import { z } from 'zod'
import { Dollars } from '#contract/values/dollars.ts'
import { needed } from '#contract/words/needed.ts'
import {
  hasOptions,
  isCondition,
  isUpload,
  possibleAnswers,
  type QuestionKind,
  questionKinds,
} from './question-rules.ts'

/** The questions that a business puts into a form of its own, beside what every form may ask. */

const kinds = Object.keys(questionKinds) as [QuestionKind]
const id = z.string().max(40)
const name = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Label is required.')
    .max(most, `The label can have ${most} characters at the most.`)

export const QuestionOption = z.object({
  /** Given by the server; empty for a new one. */
  Id: id.default(''),
  Label: name(100),
  Fee: Dollars.default(0),
  TaxPercent: z
    .number(needed('Enter a percentage.'))
    .min(0, 'The tax can not be negative.')
    .max(100, 'The tax can be 100% at the most.')
    .default(10),
})

export const Question = z.object({
  /** Given by the server where it is empty. */
  Id: id.default(''),
  Kind: z.enum(kinds),
  Label: name(200),
  Help: z.string().trim().max(500, 'The help can have 500 characters at the most.').default(''),
  IsRequired: z.boolean().default(false),
  Options: z.array(QuestionOption).max(30, 'A question can have 30 options at the most.').default([]),
  /** It is asked only with one of these answers to an earlier question: ids of options, or Yes and No. */
  ShownWhen: z
    .object({ QuestionId: id, Is: z.array(id).max(30) })
    .nullable()
    .default(null),
  /** The membership types it is asked for; all where none is named. */
  PerTypes: z.array(id).max(30).default([]),
})
export type Question = z.infer<typeof Question>

const mostUploads = 10

/** The questions of a form. */
export const Questions = z
  .array(Question)
  .max(40, 'A form can have 40 questions at the most.')
  .superRefine((questions, context) => {
    const complain = (at: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: at, message })
    for (const [i, question] of questions.entries()) {
      if (hasOptions(question.Kind) && question.Options.length === 0)
        complain([i, 'Kind'], 'Add at least one option.')
      if (question.Id !== '' && questions.findIndex(({ Id }) => Id === question.Id) < i)
        complain([i, 'Label'], 'This question is there already.')
      for (const [j, { Id }] of question.Options.entries())
        if (Id !== '' && question.Options.findIndex((option) => option.Id === Id) < j)
          complain([i, 'Options', j, 'Label'], 'This option is there already.')
      const wrong = conditionError(question, questions.slice(0, i))
      if (wrong) complain([i, 'ShownWhen'], wrong)
    }
    for (const kind of ['Proposer', 'Seconder'] as const)
      if (questions.filter(({ Kind }) => Kind === kind).length > 1)
        complain(
          [questions.findLastIndex(({ Kind }) => Kind === kind), 'Kind'],
          'A form asks for one of these.',
        )
    if (questions.filter(({ Kind }) => isUpload(Kind)).length > mostUploads)
      complain([], `A form can ask for ${mostUploads} files and photos at the most.`)
  })

/** Why the condition of a question can't hold: it hangs on answers to an earlier one, and on such as there are. */
function conditionError({ ShownWhen }: Question, earlier: readonly Question[]): string | null {
  if (ShownWhen === null) return null
  const before = earlier.find(({ Id }) => Id !== '' && Id === ShownWhen.QuestionId)
  if (!before || !isCondition(before.Kind)) return 'Choose an earlier question with answers to choose from.'
  const possible = possibleAnswers(before).map(({ id: each }) => each)
  return ShownWhen.Is.length > 0 && ShownWhen.Is.every((each) => possible.includes(each))
    ? null
    : 'Choose the answers with which it is asked.'
}

/** Who is named as proposer or seconder. */
const NamedMember = z.object({
  MembershipNumber: z.string().trim().max(40),
  LastName: z.string().trim().max(100),
})

/** What was answered, by the ids of the questions: text, an option's id, several, or a member who is named. */
export const AnswersToQuestions = z
  .record(
    id,
    z.union([
      z.string('An answer to a question must be text.').max(20_000),
      z.array(id).max(30),
      NamedMember,
    ]),
  )
  .refine((answers) => Object.keys(answers).length <= 40, 'There are 40 questions at the most.')
  .default({})
