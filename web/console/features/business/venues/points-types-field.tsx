import { ActionIcon, Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useRef, type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { NumberField } from '#ui/form/number-field.tsx'
import styles from './points-types-field.module.css'
import { noDraft, readDraft, type VenueValues } from './venue-form.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

type Form = UseFormReturnType<VenueValues>

/** The points types of a venue: which there are, which is the default, and a row to add one. */
export function PointsTypesField({ form }: { form: Form }) {
  const newId = useRef<HTMLInputElement>(null)
  const { PointsTypes: types } = form.values

  // Not the form's own removal: it doesn't count as a change once another field has been changed back.
  function remove(index: number) {
    form.setFieldValue('PointsTypes', types.toSpliced(index, 1))
    form.clearErrors()
    newId.current?.focus()
  }

  return (
    <fieldset className={styles.field}>
      <legend>Points types</legend>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Points type and its name</th>
            <th scope="col">Points to a dollar</th>
            <th scope="col">Expire after</th>
            <th scope="col">Default</th>
            <th scope="col">
              <VisuallyHidden>Remove</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ PointsTypeId }, index) => (
            <Row key={PointsTypeId} form={form} index={index} onRemove={() => remove(index)} />
          ))}
        </tbody>
        <tfoot>
          <NewRow form={form} idRef={newId} />
        </tfoot>
      </table>
      <FieldError>{form.errors['PointsTypes']}</FieldError>
    </fieldset>
  )
}

function Row({ form, index, onRemove }: { form: Form; index: number; onRemove: () => void }) {
  const { PointsTypes: types } = form.values
  const { PointsTypeId: id = '', IsDefault = false, ExpiryMonths } = types[index] ?? {}

  function makeDefault() {
    form.setFieldValue(
      'PointsTypes',
      types.map((type, each) => ({ ...type, IsDefault: each === index })),
    )
  }

  return (
    <tr>
      <NameCell form={form} index={index} id={id} />
      <td>
        <RatioInput
          aria-label={`Points to a dollar, ${id}`}
          {...form.getInputProps(`PointsTypes.${index}.PointsToDollarRatio`)}
        />
      </td>
      <td>
        <MonthsInput
          aria-label={`Expire after, ${id}`}
          {...form.getInputProps(`PointsTypes.${index}.ExpiryMonths`)}
          value={ExpiryMonths ?? ''}
          onChange={(months) => form.setFieldValue(`PointsTypes.${index}.ExpiryMonths`, months || undefined)}
        />
      </td>
      <td>
        <input
          type="radio"
          name="default-points-type"
          aria-label={`Default, ${id}`}
          checked={IsDefault}
          onChange={makeDefault}
        />
      </td>
      <td>
        <ActionIcon variant="subtle" color="gray.7" aria-label={`Remove ${id}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}

/** The id, which is for good, and what people call it: the id, where nothing else is said. */
function NameCell({ form, index, id }: { form: Form; index: number; id: string }) {
  return (
    <th scope="row">
      {id}
      <TextInput
        aria-label={`Name, ${id}`}
        placeholder={id}
        {...form.getInputProps(`PointsTypes.${index}.DisplayName`)}
      />
      <FieldError>{form.errors[`PointsTypes.${index}.PointsTypeId`]}</FieldError>
    </th>
  )
}

type NewRowProps = { form: Form; idRef: RefObject<HTMLInputElement | null> }

function NewRow({ form, idRef }: NewRowProps) {
  const { Draft: draft } = form.values
  const row = useRef<HTMLTableRowElement>(null)
  const isGiven = draft.PointsTypeId.trim() !== '' && draft.PointsToDollarRatio !== ''

  function add() {
    if (addDraft(form)) return idRef.current?.focus()
    row.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    reveal(row.current)
  }

  // Enter belongs to this row here: the dialog's Save would send the venue without it.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isGiven) add()
  }

  return (
    <tr ref={row} className={styles.revealed}>
      <td>
        <TextInput
          ref={idRef}
          aria-label="Points type id"
          placeholder="New type"
          {...form.getInputProps('Draft.PointsTypeId')}
          onKeyDown={onKeyDown}
          onBlur={undefined}
        />
      </td>
      <td>
        <RatioInput
          aria-label="Points to dollar ratio"
          {...form.getInputProps('Draft.PointsToDollarRatio')}
          onKeyDown={onKeyDown}
          onBlur={undefined}
        />
      </td>
      <td colSpan={3}>
        <WorkingButton
          variant="default"
          fullWidth
          isWorking={false}
          whyNot={isGiven ? null : 'Give the new type an id and a ratio first.'}
          onClick={add}
        >
          Add
        </WorkingButton>
      </td>
    </tr>
  )
}

/** Moves the draft into the list, or shows at once why it can't be. */
function addDraft(form: Form): boolean {
  const { type, errors } = readDraft(form.values)
  flushSync(() => {
    form.setFieldError('Draft.PointsTypeId', errors.PointsTypeId)
    form.setFieldError('Draft.PointsToDollarRatio', errors.PointsToDollarRatio)
  })
  if (!type) return false
  form.setFieldValue('PointsTypes', [...form.values.PointsTypes, type])
  form.setFieldValue('Draft', noDraft)
  return true
}

function RatioInput(props: ComponentProps<typeof NumberField>) {
  return <NumberField decimalScale={4} {...props} />
}

/** Empty for points that never expire. */
function MonthsInput(props: ComponentProps<typeof NumberField>) {
  return <NumberField allowDecimal={false} placeholder="Never" suffix=" months" {...props} />
}

function FieldError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Text ref={reveal} className={styles.revealed} role="alert" size="xs" c="var(--mantine-color-error)">
      {children}
    </Text>
  )
}

// What has just been said may lie below the edge of the dialog.
function reveal(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
