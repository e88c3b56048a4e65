import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { isCondition, possibleAnswers } from '#contract/requests/question-rules.ts'
import type { EditorForm } from '#features/requests/forms/form-values.ts'
import styles from './questions.module.css'

type Props = { form: EditorForm; index: number }

/** When a question is asked: always, or with some answers to an earlier one; and for which memberships. */
export function ConditionFields({ form, index }: Props) {
  const path = `Questions.${index}.ShownWhen`
  const { ShownWhen } = form.values.Questions[index]!
  const earlier = form.values.Questions.slice(0, index).filter(({ Kind }) => isCondition(Kind))
  const before = earlier.find(({ Id }) => Id === ShownWhen?.QuestionId)
  const choose = (id: string) => form.setFieldValue(path, id === '' ? null : { QuestionId: id, Is: [] })
  const shown = [
    { value: '', label: 'Always' },
    ...earlier.map(({ Id, Label }) => ({
      value: Id,
      label: `Depending on: ${Label || 'a question without a name'}`,
    })),
    // It was moved in front of what it hangs on, and the error says so.
    ...(ShownWhen && !before
      ? [{ value: ShownWhen.QuestionId, label: 'Depending on a later question' }]
      : []),
  ]
  return (
    <>
      {shown.length > 1 && (
        <NativeSelect
          label="Asked"
          data={shown}
          value={ShownWhen?.QuestionId ?? ''}
          error={form.errors[path]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {ShownWhen && before && (
        <Choices
          legend="With the answer"
          options={possibleAnswers({ Kind: before.Kind, Options: before.Options as never })}
          chosen={ShownWhen.Is}
          onChange={(Is) => form.setFieldValue(path, { ...ShownWhen, Is })}
        />
      )}
      <TypesField form={form} index={index} />
    </>
  )
}

function TypesField({ form, index }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, {
    params: { businessId, field: 'MembershipType' },
  })
  const keys = form.values.MembershipTypes.map(({ Key }) => Key).filter(Boolean)
  if (keys.length < 2) return null
  const named = (key: string) => data?.Results.find(({ Key }) => Key === key)?.Value ?? key
  return (
    <Choices
      legend="Only for these memberships (none chosen: for all)"
      options={keys.map((id) => ({ id, label: named(id) }))}
      chosen={form.values.Questions[index]!.PerTypes}
      onChange={(PerTypes) => form.setFieldValue(`Questions.${index}.PerTypes`, PerTypes)}
    />
  )
}

type ChoicesProps = {
  legend: string
  options: readonly { id: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label || 'An option without a name'}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
    </fieldset>
  )
}
