import { ActionIcon, Chip, NativeSelect, Text } from '@mantine/core'
import '@mantine/core/styles/Chip.layer.css'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { kindOf } from '#contract/members/member-filter.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './condition-row.module.css'
import { freeOperators, isSameComparison, partsOfCondition, type Condition } from './conditions.ts'
import { useFilterValues } from './filter-values.ts'
import { PointsValues } from './points-values.tsx'

type Props = {
  condition: Condition
  /** All of the filter, itself included: what another compares already isn't offered here. */
  conditions: readonly Condition[]
  error: ReactNode
  onChange: (condition: Condition) => void
  onRemove: () => void
}

/** One condition: what it is about, how it compares, and the values. */
export function ConditionRow(props: Props) {
  const { condition, error, onChange, onRemove } = props
  const { subject, operator } = partsOfCondition(condition)
  const change = (values: string[]) => onChange({ ...condition, values })
  return (
    <fieldset className={styles.row} aria-label={`${subject.label} ${operator.label}`}>
      <span className={styles.subject}>{subject.label}</span>
      <OperatorSelect {...props} />
      <div className={styles.values}>
        {kindOf(condition.name) === 'points' ? (
          <PointsValues values={condition.values} isWrong={Boolean(error)} onChange={change} />
        ) : (
          <ChosenValues condition={condition} isWrong={Boolean(error)} onChange={change} />
        )}
        {error && (
          <Text role="alert" size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </div>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray.7"
        aria-label={`Remove ${subject.label} ${operator.label}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}

function OperatorSelect({ condition, conditions, onChange }: Props) {
  const { subject, operator } = partsOfCondition(condition)
  const free = freeOperators(subject, conditions)
  const offered = subject.operators.filter((each) => free.includes(each) || isSameComparison(each, operator))
  return (
    <NativeSelect
      aria-label={`How ${subject.label} is compared`}
      className={styles.operator}
      value={offered.indexOf(operator)}
      data={offered.map(({ label }, index) => ({ value: String(index), label }))}
      onChange={(event) => {
        const { name, isExcluded } = offered[Number(event.currentTarget.value)] ?? operator
        onChange({ ...condition, name, isExcluded })
      }}
    />
  )
}

type ValuesProps = { condition: Condition; isWrong: boolean; onChange: (values: string[]) => void }

function ChosenValues({ condition, isWrong, onChange }: ValuesProps) {
  const { values, error, retry } = useFilterValues(condition.name, condition.values)
  if (error && !values)
    return <ErrorState title="The values could not be loaded." detail={error.message} onRetry={retry} />
  if (!values) return <Skeleton height={32} />
  return (
    <Chip.Group multiple value={condition.values} onChange={onChange}>
      <div className={styles.chips}>
        {values.map(({ Key, Value }) => (
          <Chip key={Key} value={Key} size="sm" variant="light" aria-invalid={isWrong || undefined}>
            {Value}
          </Chip>
        ))}
        {values.length === 0 && <Text c="dimmed">There is nothing to choose from.</Text>}
      </div>
    </Chip.Group>
  )
}
