import { ActionIcon, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { hasOptions, questionKinds, type QuestionKind } from '#contract/requests/question-rules.ts'
import { Panel } from '#ui/layout/panel.tsx'
import type { EditorForm, QuestionValues } from '#features/requests/forms/form-values.ts'
import { ConditionFields } from './question-condition.tsx'
import { QuestionOptions } from './question-options.tsx'
import styles from './questions.module.css'
import { newId, withoutQuestion } from './question-values.ts'
import { AddRow, RemoveRow } from '#features/requests/forms/row-buttons.tsx'

const kinds = Object.entries(questionKinds).map(([value, label]) => ({ value, label }))
const most = 40

/** What the business asks of its own, in the order in which it is asked. */
export function QuestionsPanel({ form }: { form: EditorForm }) {
  const questions = form.values.Questions
  const set = (next: QuestionValues[]) => form.setFieldValue('Questions', next)
  const add = () => set([...questions, newQuestion()])
  return (
    <Panel title="Questions of your own">
      {questions.length === 0 && (
        <Text mb="md">
          Ask what you need to know besides: a sport, a file, a signature, a proposer. Answers can cost
          something.
        </Text>
      )}
      <ol className={styles.questions}>
        {questions.map((question, i) => (
          <li key={question.Id}>
            <QuestionFields form={form} index={i} />
            <div className={styles.acts}>
              <MoveButton
                label={`Move question ${i + 1} up`}
                isUp
                isEnd={i === 0}
                onMove={() => set(swapped(questions, i - 1))}
              />
              <MoveButton
                label={`Move question ${i + 1} down`}
                isEnd={i === questions.length - 1}
                onMove={() => set(swapped(questions, i))}
              />
              <RemoveRow
                label={`Remove question ${i + 1}`}
                onRemove={() => set(withoutQuestion(questions, i))}
              />
            </div>
          </li>
        ))}
      </ol>
      {typeof form.errors.Questions === 'string' && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.Questions}
        </Text>
      )}
      {questions.length < most && <AddRow label="Add a question" onAdd={add} />}
    </Panel>
  )
}

function QuestionFields({ form, index }: { form: EditorForm; index: number }) {
  const path = `Questions.${index}`
  const question = form.values.Questions[index]!
  // A choice begins with a line to fill in.
  const changeKind = (kind: string) =>
    form.setFieldValue(path, {
      ...question,
      Kind: kind as QuestionKind,
      Options:
        hasOptions(kind as QuestionKind) && question.Options.length === 0
          ? [{ Id: newId(), Label: '', Fee: '', TaxPercent: 10 }]
          : question.Options,
    })
  return (
    <div className={styles.question} role="group" aria-label={`Question ${index + 1}`}>
      <div className={styles.pair}>
        <TextInput label="Question" required {...form.getInputProps(`${path}.Label`)} />
        <NativeSelect
          label="Answer"
          data={kinds}
          {...form.getInputProps(`${path}.Kind`)}
          onChange={(event) => changeKind(event.currentTarget.value)}
        />
      </div>
      <TextInput label="Help" description="Below the question." {...form.getInputProps(`${path}.Help`)} />
      {hasOptions(question.Kind) && <QuestionOptions form={form} index={index} />}
      <Switch label="Required" {...form.getInputProps(`${path}.IsRequired`, { type: 'checkbox' })} />
      <ConditionFields form={form} index={index} />
    </div>
  )
}

type MoveProps = { label: string; isUp?: boolean; isEnd: boolean; onMove: () => void }

/** At the end of the way it stays where it is, and keeps the focus. */
function MoveButton({ label, isUp = false, isEnd, onMove }: MoveProps) {
  const Icon = isUp ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      variant="subtle"
      color="gray.7"
      size="lg"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      data-disabled={isEnd || undefined}
      onClick={() => {
        if (!isEnd) onMove()
      }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The questions with the one at this place behind the next. */
function swapped(questions: readonly QuestionValues[], index: number): QuestionValues[] {
  const [moved] = questions.slice(index, index + 1)
  return moved ? questions.toSpliced(index, 1).toSpliced(index + 1, 0, moved) : [...questions]
}

function newQuestion(): QuestionValues {
  return {
    Id: newId(),
    Kind: 'Text',
    Label: '',
    Help: '',
    IsRequired: false,
    Options: [],
    ShownWhen: null,
    PerTypes: [],
  }
}
