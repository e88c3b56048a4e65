import { Button, Menu, Text } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ConditionRow } from './condition-row.tsx'
import { freeOperators, newCondition, subjects } from './conditions.ts'
import type { Condition, Operator } from './conditions.ts'
import styles from './conditions-field.module.css'

type Props = {
  conditions: Condition[]
  /** What is wrong with the condition at that place. */
  errorOf: (index: number) => string | undefined
  onChange: (conditions: Condition[]) => void
}

/** The conditions of a filter: all of them have to be met. */
export function ConditionsField({ conditions, errorOf, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function add(operator: Operator) {
    flushSync(() => onChange([...conditions, newCondition(operator)]))
    // Once the menu has given up the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus())
  }

  function remove(index: number) {
    onChange(conditions.toSpliced(index, 1))
    button.current?.focus()
  }

  return (
    <div ref={list}>
      {conditions.length === 0 && <Text c="dimmed">Without a condition the filter leaves all members.</Text>}
      {conditions.map((condition, index) => (
        <ConditionRow
          key={`${condition.name} ${condition.isExcluded}`}
          condition={condition}
          conditions={conditions}
          error={errorOf(index)}
          onChange={(changed) => onChange(conditions.with(index, changed))}
          onRemove={() => remove(index)}
        />
      ))}
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button
            ref={button}
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
              <Menu.Item key={subject.key} disabled={!operator} onClick={() => operator && add(operator)}>
                {subject.label}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
