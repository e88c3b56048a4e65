import { Alert, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { importFields, venueField } from '#contract/members/import-fields.ts'
import { memberImportsApi, type MemberImport } from '#contract/members/member-imports.ts'
import { memberOptionsApi } from '#contract/members/member-options.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './import.module.css'

/** Which field each column fills, and where members go whose row doesn't say; then the dry run. */
export function ImportMapping({ about }: { about: MemberImport }) {
  const { BusinessId: businessId } = useBusiness()
  const [fields, setFields] = useState(() => about.Mapping ?? about.Columns.map(({ Guess }) => Guess))
  const [venue, setVenue] = useState(about.VenueNo ?? '')
  const { run, isRunning, errors } = useAction(memberImportsApi.checkMemberImport, {
    failure: 'The file could not be checked.',
  })
  const choose = (index: number, field: string | null) =>
    setFields(about.Columns.map((_, i) => (i === index ? field : (fields[i] ?? null))))

  const check = () =>
    run({
      params: { businessId, importId: about.ImportId },
      body: { Mapping: fields, VenueNo: venue || null },
    })

  return (
    <section aria-label="Columns of the file">
      {about.Failure && (
        <Alert color="red" mb="md" title="The file could not be checked.">
          {about.Failure}
        </Alert>
      )}
      <p className={styles.note}>Say which field each column fills. Those that are guessed right can stay.</p>
      <div className={styles.columns}>
        {about.Columns.map((column, index) => (
          <ColumnRow
            key={index}
            column={column}
            index={index}
            fields={fields}
            error={errors[`Mapping.${index}`]}
            onChoose={(field) => choose(index, field)}
          />
        ))}
      </div>
      {errors.Mapping && <Alert color="red">{errors.Mapping}</Alert>}
      <VenueChoice
        value={venue}
        hasColumn={fields.includes(venueField)}
        error={errors.VenueNo ?? errors.venueId}
        onChange={setVenue}
      />
      <Missing fields={fields} />
      <WorkingButton isWorking={isRunning} whyNot={whyNotChecked(fields)} onClick={check}>
        Check the file
      </WorkingButton>
    </section>
  )
}

function whyNotChecked(fields: readonly unknown[]): string | null {
  return fields.every((field) => field === null) ? 'No column fills a field yet.' : null
}

type ColumnProps = {
  column: MemberImport['Columns'][number]
  index: number
  fields: readonly (string | null)[]
  error: string | undefined
  onChoose: (field: string | null) => void
}

function ColumnRow({ column, index, fields, error, onChoose }: ColumnProps) {
  const own = fields[index] ?? null
  const name = column.Header || `Column ${index + 1}`
  return (
    <div className={styles.column}>
      <div className={styles.cell}>
        <strong>{name}</strong>
        <span className={styles.samples}>
          {column.Samples.filter(Boolean).slice(0, 3).join(' · ') || 'empty'}
        </span>
      </div>
      <NativeSelect
        aria-label={`Field of ${name}`}
        value={own ?? ''}
        error={error}
        onChange={(event) => onChoose(event.currentTarget.value || null)}
        data={[
          { value: '', label: 'Don’t import' },
          ...importFields.map(({ key, label }) => ({
            value: key,
            label,
            disabled: key !== own && fields.includes(key),
          })),
        ]}
      />
    </div>
  )
}

type VenueProps = {
  value: string
  hasColumn: boolean
  error: string | undefined
  onChange: (venueNo: string) => void
}

function VenueChoice({ value, hasColumn, error, onChange }: VenueProps) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(memberOptionsApi.listMemberVenues, { params: { businessId } })
  const venues = data?.data ?? []
  const [only] = venues
  // Where there is one, nobody has to choose it.
  if (venues.length === 1 && only && value === '' && !hasColumn) onChange(only.Key)
  return (
    <NativeSelect
      label={hasColumn ? 'Venue of new members whose row names none' : 'Venue of new members'}
      className={styles.venue}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: hasColumn ? 'None: refuse those rows' : 'Select a venue' },
        ...venues.map(({ Key, Value }) => ({ value: Key, label: Value })),
      ]}
    />
  )
}

const required = ['FirstName', 'LastName', 'MembershipType']

/** Not a mistake: a file may be there to change members who are known. */
function Missing({ fields }: { fields: readonly (string | null)[] }) {
  const missing = importFields.filter(({ key }) => required.includes(key) && !fields.includes(key))
  if (missing.length === 0) return null
  return (
    <Alert color="orange" my="md">
      No column fills {missing.map(({ label }) => label).join(', ')}: rows can only change members who are
      known, and make no new ones.
    </Alert>
  )
}
