import { ActionIcon, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { mostSessions, reentryRules, reentryWords } from '#contract/events/door-rules.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './door-rules.module.css'
import type { EventValues } from './event-values.ts'

type Form = UseFormReturnType<EventValues>

/** What an event says of its door: who may come in again, how many, and its sessions. */
export function DoorRulesFields({ form }: { form: Form }) {
  return (
    <Panel title="At the door">
      <div className={styles.rules}>
        <NativeSelect
          label="Re-entry"
          data={reentryRules.map((value) => ({ value, label: reentryWords[value] }))}
          {...form.getInputProps('Reentry')}
        />
        <CapacityField
          form={form}
          path="Capacity"
          label="Capacity"
          description="How many may be in at once"
        />
        <Checkbox
          className={styles.wide}
          label="Let suspended members in"
          description="Otherwise the door turns them away and says why."
          {...form.getInputProps('LetsSuspendedIn', { type: 'checkbox' })}
        />
        <Sessions form={form} />
      </div>
    </Panel>
  )
}

type CapacityProps = {
  form: Form
  path: 'Capacity' | `Sessions.${number}.Capacity`
  label: string
  description?: string
}

function CapacityField({ form, path, label, description }: CapacityProps) {
  const { value, ...input } = form.getInputProps(path)
  return (
    <NumberField
      label={label}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={description}
      allowDecimal={false}
      thousandSeparator=","
      placeholder="No limit"
      {...input}
      value={value ?? ''}
      onChange={(number) => form.setFieldValue(path, number === '' ? null : number)}
    />
  )
}

function Sessions({ form }: { form: Form }) {
  const sessions = form.values.Sessions ?? []
  const { EventStartDate, CheckInStartTime, CheckInEndTime } = form.values
  function add() {
    // Most have the same times as the one before.
    const {
      Date,
      CheckInStartTime: from,
      CheckInEndTime: to,
    } = sessions.at(-1) ?? {
      Date: EventStartDate,
      CheckInStartTime,
      CheckInEndTime,
    }
    const session = { Name: '', Date, CheckInStartTime: from, CheckInEndTime: to, Capacity: null }
    form.setFieldValue('Sessions', [...sessions, session])
  }
  function remove(index: number) {
    form.setFieldValue('Sessions', sessions.toSpliced(index, 1))
    form.clearErrors()
  }
  return (
    <fieldset className={styles.sessions}>
      <legend>Sessions</legend>
      <Text size="sm" c="dimmed">
        With sessions, members check in to each of them at its own times. Without, they check in once a day.
      </Text>
      {sessions.map((session, index) => (
        <SessionRow key={session.SessionId ?? `new ${index}`} form={form} index={index} onRemove={remove} />
      ))}
      {form.errors['Sessions'] && <Text c="red.8">{form.errors['Sessions']}</Text>}
      {sessions.length < mostSessions && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          className={styles.add}
        >
          Add session
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = { form: Form; index: number; onRemove: (index: number) => void }

function SessionRow({ form, index, onRemove }: RowProps) {
  const at = `Sessions.${index}` as const
  const name = form.values.Sessions?.[index]?.Name.trim() || `session ${index + 1}`
  return (
    <div className={styles.session} role="group" aria-label={name}>
      <TextInput label="Name" required className={styles.name} {...form.getInputProps(`${at}.Name`)} />
      <DateField label="Date" required {...form.getInputProps(`${at}.Date`)} />
      <TextInput
        type="time"
        label="Check-in from"
        required
        {...form.getInputProps(`${at}.CheckInStartTime`)}
      />
      <TextInput type="time" label="Check-in to" required {...form.getInputProps(`${at}.CheckInEndTime`)} />
      <CapacityField form={form} path={`${at}.Capacity`} label="Capacity" />
      <ActionIcon
        variant="subtle"
        color="gray.7"
        size="lg"
        className={styles.remove}
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
