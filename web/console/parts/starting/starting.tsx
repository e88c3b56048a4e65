import { Button, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { startingApi, type StartingStep } from '#contract/starting/starting.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './starting.module.css'
import { steps } from './steps.ts'

type Row = { Step: StartingStep; IsDone: boolean }

// So few are no reason to keep the rest of the page waiting below.
const few = 3

/** What is left to set up, for those who may, until nothing is; hidden if they like, on this device. */
export function Starting() {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(startingApi.getStarting, { params: { businessId } })
  const [isHidden, setHidden] = useLocalStorage({
    key: `hub.checklist-hidden.${businessId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const left = data?.Steps.filter(({ IsDone }) => !IsDone).length ?? 0
  if (!data || left === 0) return null
  if (isHidden)
    return (
      <div className={styles.part}>
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setHidden(false)}>
          Show the checklist ({left} left)
        </Button>
      </div>
    )
  return (
    <div className={styles.part}>
      <Checklist rows={data.Steps} left={left} onHide={() => setHidden(true)} />
    </div>
  )
}

function Checklist({ rows, left, onHide }: { rows: Row[]; left: number; onHide: () => void }) {
  const [isOpen, setOpen] = useState(left > few)
  const done = rows.length - left
  const words = `${done} of ${rows.length} done`
  const toggle = (
    <UnstyledButton className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Fold' : `Show what is left (${left})`}
      <IconChevronDown size={16} stroke={1.5} aria-hidden />
    </UnstyledButton>
  )
  return (
    <Panel
      title="Getting started"
      mark={<Text c="dimmed">{words}</Text>}
      action={
        <Group gap="xs">
          {toggle}
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
            Hide the checklist
          </Button>
        </Group>
      }
    >
      <Progress value={(100 * done) / rows.length} aria-label={words} size="sm" />
      {isOpen && (
        <ul className={styles.list} aria-label="Getting started">
          {rows.map((row) => (
            <StepRow key={row.Step} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function StepRow({ Step, IsDone }: Row) {
  const { title, why, button } = steps[Step]
  const href = useStepHref(Step)
  const Icon = IsDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={styles.step} data-done={IsDone || undefined}>
      <Icon size={20} stroke={1.5} role="img" aria-label={IsDone ? 'Done' : 'To do'} />
      <div className={styles.words}>
        <Text fw={500}>{title}</Text>
        {!IsDone && <Text c="dimmed">{why}</Text>}
      </div>
      {!IsDone && (
        <Button component={Link} href={href} variant="default" size="xs">
          {button}
        </Button>
      )}
    </li>
  )
}

function useStepHref(step: StartingStep): string {
  const { BusinessId: businessId } = useBusiness()
  const hasConfiguration = useCanOpen('configuration')
  const { at } = steps[step]
  if (typeof at === 'string') return pageHref(at, { businessId })
  // Those of the business have their part of it as a page.
  if (at.tab === 'business' && !hasConfiguration) return pageHref('settings', { businessId })
  return pageHref('configuration', { businessId }, at)
}
