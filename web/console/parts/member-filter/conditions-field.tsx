import { Button, Menu, Text } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconPlus } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ConditionRow } from './condition-row.tsx'
import { freeOperators, newCondition, subjects, type Condition, type Operator } from './conditions.ts'
import styles from './conditions-field.module.css'

type Props = {
  conditions: Condition[]
  /** What is wrong with the condition at that place. */
  errorOf: (index: number) => ReactNode
  onChange: (conditions: Condition[]) => void
}

/** The conditions of a filter: all of them have to be met. */
export function ConditionsField({ conditions, errorOf, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)

  function add(operator: Operator) {
    flushSync(() => onChange([...conditions, newCondition(operator)]))
    const field = list.current?.querySelector<HTMLElement>('fieldset:last-of-type :is(input, select)')
    // Once the menu has given up the focus.
    requestAnimationFrame(() => field?.focus())
  }
  function remove(index: number) {
    onChange(conditions.toSpliced(index, 1))
    list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }

  return (
    <div ref={list}>
      {conditions.length === 0 && <Text c="dimmed">Without a condition the filter leaves all members.</Text>}
      {conditions.map((condition, index) => (
        // By its place: how it compares, and with that its name, changes while somebody is in it.
        <ConditionRow
          key={index}
          condition={condition}
          conditions={conditions}
          error={errorOf(index)}
          onChange={(changed) => onChange(conditions.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      <AddCondition conditions={conditions} onAdd={add} />
    </div>
  )
}

type AddProps = { conditions: readonly Condition[]; onAdd: (operator: Operator) => void }

function AddCondition({ conditions, onAdd }: AddProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          data-autofocus
        >
          Add condition
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {subjects.map((subject) => {
          const [operator] = freeOperators(subject, conditions)
          return (
            <Menu.Item key={subject.key} disabled={!operator} onClick={() => operator && onAdd(operator)}>
              {subject.label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
