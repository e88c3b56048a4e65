import { TextInput } from '@mantine/core'
import type { AdditionalField, AppleField, PassField, PassLink } from '#contract/passes/pass-document.ts'
import { tokenPlaceAt } from '#contract/passes/token-places.ts'
import { BarcodeFields } from './barcode-fields.tsx'
import { ChangeMessageField } from './change-message-field.tsx'
import { DateFormatField } from './date-format-field.tsx'
import { valueAt } from '#features/pass-designer/draft/document-path.ts'
import { ListButtons } from './list-buttons.tsx'
import { TokenField } from './token-field.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

type Props = { path: string; designing: Designing }

/** What there is to change of one part of the pass. */
export function FieldPanel({ path, designing }: Props) {
  const value = valueAt(designing.document, path)
  if (path.startsWith('Barcode')) return <BarcodeFields designing={designing} />
  if (path === 'BusinessNameOverride') return <BusinessName designing={designing} />
  if (typeof value === 'string') return <TextFields path={path} value={value} designing={designing} />
  if (value === null || typeof value !== 'object') return null
  return (
    <>
      {'UriValue' in value ? (
        <LinkFields path={path} link={value as PassLink} designing={designing} />
      ) : (
        <LabelAndValue path={path} field={value as PassField} designing={designing} />
      )}
      {'FieldLocation' in value && (
        <DateFormatField path={path} field={value as AdditionalField} designing={designing} />
      )}
      {path.startsWith('iOS') && (
        <ChangeMessageField path={path} field={value as AppleField} designing={designing} />
      )}
      {path !== 'iOSPrimaryField' && <ListButtons path={path} designing={designing} />}
    </>
  )
}

function TextFields({ path, value, designing: { set, errors } }: Props & { value: string }) {
  return <TokenField label="Text" value={value} onChange={(text) => set(path, text)} error={errors[path]} />
}

function BusinessName({ designing: { document, set, errors, businessName } }: Pick<Props, 'designing'>) {
  return (
    <TextInput
      label="Business name"
      description="In place of the business's own name."
      placeholder={businessName}
      value={document.BusinessNameOverride ?? ''}
      onChange={(event) => set('BusinessNameOverride', event.currentTarget.value || null)}
      error={errors['BusinessNameOverride']}
    />
  )
}

const isForAll = (path: string) => path.includes('.AllMembers.')

function LabelAndValue({ path, field, designing: { document, set, errors } }: Props & { field: PassField }) {
  const label = {
    label: 'Label',
    value: field.Label,
    error: errors[`${path}.Label`],
    onChange: (text: string) => set(`${path}.Label`, text),
  }
  return (
    <>
      {isForAll(path) ? (
        <TextInput {...label} onChange={(event) => label.onChange(event.currentTarget.value)} />
      ) : (
        <TokenField {...label} />
      )}
      <TokenField
        label="Value"
        value={field.Value}
        isLong
        place={tokenPlaceAt(document, `${path}.Value`)}
        {...(isForAll(path) && { description: 'All members see the same: no dynamic data.' })}
        onChange={(text) => set(`${path}.Value`, text)}
        error={errors[`${path}.Value`]}
      />
    </>
  )
}

function LinkFields({ path, link, designing: { set, errors } }: Props & { link: PassLink }) {
  return (
    <>
      <TextInput
        label="Description"
        value={link.Description}
        onChange={(event) => set(`${path}.Description`, event.currentTarget.value)}
        error={errors[`${path}.Description`]}
      />
      <TextInput
        label="Link"
        description="mailto:, tel: or https://, without dynamic data."
        inputMode="url"
        placeholder="https://"
        value={link.UriValue}
        onChange={(event) => set(`${path}.UriValue`, event.currentTarget.value.trim())}
        error={errors[`${path}.UriValue`]}
      />
    </>
  )
}
