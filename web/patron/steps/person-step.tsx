import { applicantFields } from '#contract/requests/request-rules.ts'
import { internationalMobile, isHomeMobile } from '#contract/values/mobile.ts'
import { keptWords, LeaveEmpty } from './kept-words.tsx'
import { BirthDateField } from '#patron/kit/date-parts.tsx'
import { SelectField, TextField } from '#patron/kit/fields.tsx'
import { longDate } from '#patron/kit/shell.tsx'
import type { StepProps } from './steps.ts'

/** Who applies. */
export function PersonStep(props: StepProps) {
  const { form } = props
  const isNew = form.Kind === 'Registration'
  return (
    <>
      {!isNew && <LeaveEmpty />}
      <ListedField {...props} field="Title" options={form.Titles} />
      {isNew && <NameField {...props} field="FirstName" label="First name" autoComplete="given-name" />}
      <AskedField {...props} field="PreferredName" />
      <AskedField {...props} field="MiddleName" />
      {isNew && <NameField {...props} field="LastName" label="Last name" autoComplete="family-name" />}
      <BornField {...props} />
      <ListedField {...props} field="Gender" options={form.Genders} />
      <AskedField {...props} field="Nationality" />
      <AskedField {...props} field="Occupation" />
    </>
  )
}

function BornField({ form, answers, onFile, errors, change }: StepProps) {
  const asked = form.Fields.BirthDate
  if (asked === 'Off') return null
  const kept = onFile?.BirthDate
  return (
    <BirthDateField
      label={applicantFields.BirthDate}
      isOptional={asked === 'Optional' || Boolean(kept)}
      help={keptWords(kept && longDate(kept))}
      value={answers.BirthDate}
      error={errors.BirthDate}
      onChange={(BirthDate) => change({ BirthDate })}
    />
  )
}

type NameProps = StepProps & { field: 'FirstName' | 'LastName'; label: string; autoComplete: string }

function NameField({ answers, errors, change, field, label, autoComplete }: NameProps) {
  return (
    <TextField
      label={label}
      autoComplete={autoComplete}
      value={answers[field]}
      error={errors[field]}
      onChange={(value) => change({ [field]: value })}
    />
  )
}

type AskedProps = StepProps & {
  field: 'PreferredName' | 'MiddleName' | 'Nationality' | 'Occupation' | 'MobileNumber' | 'PhoneNumber'
  type?: 'text' | 'tel'
  autoComplete?: string
}

/** A field that the form may ask, by the name that everybody knows it by. */
export function AskedField({ form, answers, onFile, errors, change, field, type, autoComplete }: AskedProps) {
  const asked = form.Fields[field]
  if (asked === 'Off') return null
  const kept = onFile?.[field]
  const value = answers[field]
  // As the club will dial it, from anywhere.
  const isHome = field === 'MobileNumber' && isHomeMobile(value ?? '')
  return (
    <TextField
      label={applicantFields[field]}
      isOptional={asked === 'Optional' || Boolean(kept)}
      help={keptWords(kept)}
      value={value}
      error={errors[field]}
      onChange={(typed) => change({ [field]: typed })}
      onLeave={() => isHome && change({ [field]: internationalMobile(value ?? '') })}
      {...(type && { type })}
      {...(autoComplete && { autoComplete })}
    />
  )
}

type ListedProps = StepProps & {
  field: 'Title' | 'Gender'
  options: readonly { Key: string; Value: string }[]
}

function ListedField({ form, answers, onFile, errors, change, field, options }: ListedProps) {
  const asked = form.Fields[field]
  if (asked === 'Off') return null
  const kept = onFile?.[field]
  return (
    <SelectField
      label={applicantFields[field]}
      isOptional={asked === 'Optional' || Boolean(kept)}
      help={keptWords(options.find(({ Key }) => Key === kept)?.Value ?? kept)}
      options={options}
      value={answers[field]}
      error={errors[field]}
      onChange={(value) => change({ [field]: value })}
    />
  )
}
