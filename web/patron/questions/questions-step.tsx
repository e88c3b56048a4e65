import {
  hasOptions,
  isSponsor,
  isUpload,
  questionField,
  shownQuestions,
} from '#contract/requests/question-rules.ts'
import { Choice, Group, LongTextField, TextField, Tick } from '#patron/kit/fields.tsx'
import { money } from '#patron/kit/shell.tsx'
import type { StepProps } from '#patron/steps/steps.ts'
import type { Question, QuestionProps, Value } from './question-props.ts'
import { SignatureField } from './signature-field.tsx'
import { SponsorField } from './sponsor-field.tsx'
import { UploadField } from './upload-field.tsx'

/** What the business asks of its own. */
export default function QuestionsStep(props: StepProps) {
  const { form, answers, errors, change } = props
  const answer = (id: string, value: Value | null) =>
    change(({ Questions: { [id]: _former, ...others } }) => ({
      Questions: value === null ? others : { ...others, [id]: value },
    }))
  return shownQuestions(form.Questions, answers).map((question) => (
    <QuestionField
      key={question.Id}
      {...props}
      question={question}
      value={answers.Questions[question.Id]}
      error={errors[questionField(question.Id)]}
      onAnswer={(value) => answer(question.Id, value)}
    />
  ))
}

function QuestionField(props: QuestionProps) {
  const { question, value, error, onAnswer } = props
  const { Kind, Label, Help, IsRequired } = question
  if (Kind === 'ManyChoices') return <ManyField {...props} />
  if (hasOptions(Kind) || Kind === 'YesNo') return <OneField {...props} />
  if (isUpload(Kind)) return <UploadField {...props} />
  if (isSponsor(Kind)) return <SponsorField {...props} />
  if (Kind === 'Signature') return <SignatureField {...props} />
  const field = {
    label: Label,
    help: Help || undefined,
    isOptional: !IsRequired,
    value: typeof value === 'string' ? value : null,
    error,
    onChange: onAnswer,
  }
  if (Kind === 'LongText') return <LongTextField {...field} />
  return <TextField {...field} type={Kind === 'Date' ? 'date' : 'text'} />
}

const legendOf = ({ Label, IsRequired }: Question) => (IsRequired ? Label : `${Label} (optional)`)
const costs = (fee: number) => (fee > 0 ? `+ ${money(fee)}` : '')

function OneField({ question, value, error, onAnswer }: QuestionProps) {
  const options =
    question.Kind === 'YesNo'
      ? ['Yes', 'No'].map((key) => ({ key, label: key, detail: '' }))
      : question.Options.map(({ Id, Label, Fee }) => ({ key: Id, label: Label, detail: costs(Fee) }))
  // What may be left open can be left open again.
  const none = question.IsRequired ? [] : [{ key: '', label: 'No answer', detail: '' }]
  return (
    <Choice
      legend={legendOf(question)}
      name={question.Id}
      help={question.Help || undefined}
      value={typeof value === 'string' ? value : question.IsRequired ? null : ''}
      error={error}
      options={[...options, ...none]}
      onChange={(key) => onAnswer(key || null)}
    />
  )
}

function ManyField({ question, value, error, onAnswer }: QuestionProps) {
  const chosen = Array.isArray(value) ? value : []
  const toggle = (id: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, id] : chosen.filter((each) => each !== id)
    onAnswer(next.length > 0 ? next : null)
  }
  return (
    <Group legend={legendOf(question)} help={question.Help || undefined} error={error}>
      {question.Options.map(({ Id, Label, Fee }) => (
        <Tick
          key={Id}
          label={Label}
          detail={costs(Fee)}
          isTicked={chosen.includes(Id)}
          onChange={(isChosen) => toggle(Id, isChosen)}
        />
      ))}
    </Group>
  )
}
