import { AddressField } from './address-field.tsx'
import { Group, TextField, Tick } from './fields.tsx'
import { AskedField } from './person-step.tsx'
import type { StepProps } from './steps-page.tsx'

/** How to reach them. */
export function ContactStep(props: StepProps) {
  const { calls, form, answers, errors, change } = props
  const isNew = form.Kind === 'Registration'
  const { Address: asked, Marketing } = form.Fields
  return (
    <>
      {!isNew && <p className="dim">Leave empty what hasn’t changed.</p>}
      <TextField
        label="Email address"
        type="email"
        autoComplete="email"
        isOptional={!isNew}
        help={isNew ? 'We send a link to it, so that you can come back later.' : undefined}
        value={answers.EmailAddress}
        error={errors.EmailAddress}
        onChange={(EmailAddress) => change({ EmailAddress })}
      />
      <AskedField {...props} field="MobileNumber" type="tel" autoComplete="tel" />
      <AskedField {...props} field="PhoneNumber" type="tel" />
      {asked !== 'Off' && (
        <AddressField
          calls={calls}
          isOptional={asked === 'Optional'}
          value={answers.Address}
          error={errors.Address}
          onChange={(Address) => change({ Address })}
        />
      )}
      {Marketing !== 'Off' && <MarketingField {...props} />}
    </>
  )
}

function MarketingField({ form, answers, change }: StepProps) {
  return (
    <Group legend={`News and offers from ${form.BusinessName}`}>
      <Tick
        label="By e-mail"
        isTicked={answers.AcceptsEmailMarketing}
        onChange={(AcceptsEmailMarketing) => change({ AcceptsEmailMarketing })}
      />
      <Tick
        label="By SMS"
        isTicked={answers.AcceptsMobileMarketing}
        onChange={(AcceptsMobileMarketing) => change({ AcceptsMobileMarketing })}
      />
    </Group>
  )
}
