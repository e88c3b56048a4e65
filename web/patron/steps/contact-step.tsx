import { AddressField } from './address-field.tsx'
import { Group, TextField, Tick } from '#patron/kit/fields.tsx'
import { addressLine, keptWords, LeaveEmpty, marketingWords } from './kept-words.tsx'
import { AskedField } from './person-step.tsx'
import type { StepProps } from './steps.ts'

/** How to reach them. */
export function ContactStep(props: StepProps) {
  const { calls, form, answers, onFile, errors, change } = props
  const isNew = form.Kind === 'Registration'
  const { Address: asked, Marketing } = form.Fields
  return (
    <>
      {!isNew && <LeaveEmpty />}
      <TextField
        label="Email address"
        type="email"
        autoComplete="email"
        isOptional={!isNew}
        help={
          isNew ? 'We send a link to it, so that you can come back later.' : keptWords(onFile?.EmailAddress)
        }
        value={answers.EmailAddress}
        error={errors.EmailAddress}
        onChange={(EmailAddress) => change({ EmailAddress })}
      />
      <AskedField {...props} field="MobileNumber" type="tel" autoComplete="tel" />
      <AskedField {...props} field="PhoneNumber" type="tel" />
      {asked !== 'Off' && (
        <AddressField
          calls={calls}
          areStreetsChecked={form.AreStreetsChecked}
          isOptional={asked === 'Optional' || Boolean(onFile?.Address)}
          kept={keptWords(addressLine(onFile?.Address))}
          value={answers.Address}
          error={errors.Address}
          onChange={(Address) => change({ Address })}
        />
      )}
      {Marketing !== 'Off' && <MarketingField {...props} />}
    </>
  )
}

function MarketingField({ form, answers, onFile, change }: StepProps) {
  const kept = keptWords(marketingWords(onFile))
  return (
    <Group legend={`News and offers from ${form.BusinessName}`}>
      {kept && <p className="dim">{kept}</p>}
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
