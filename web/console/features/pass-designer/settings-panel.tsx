import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NumberField } from '#ui/form/number-field.tsx'
import { InvitationField } from '#features/pass-designer/fields/invitation-field.tsx'
import { LocationsField } from '#features/pass-designer/fields/locations-field.tsx'
import { TokenField } from '#features/pass-designer/fields/token-field.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

/** What a pass is called, how long it is good for, and how members are invited to it. */
export function PassSettingsPanel({ designing }: { designing: Designing }) {
  const { document, set, errors } = designing
  return (
    <>
      <TextInput
        label="Name"
        description="For staff: members don't see it."
        required
        value={document.DisplayName}
        onChange={(event) => set('DisplayName', event.currentTarget.value)}
        error={errors['DisplayName']}
      />
      <TokenField
        label="Description"
        description="Read aloud to those who can't see the pass, and the title in Google Wallet."
        value={document.PassDescription}
        onChange={(text) => set('PassDescription', text)}
        error={errors['PassDescription']}
      />
      <TextInput
        label="Business name"
        description="In place of the business's own name."
        placeholder={designing.businessName}
        value={document.BusinessNameOverride ?? ''}
        onChange={(event) => set('BusinessNameOverride', event.currentTarget.value || null)}
        error={errors['BusinessNameOverride']}
      />
      <Validity designing={designing} />
      <Switch
        label="No sharing in Apple Wallet"
        description="Takes the button to share it from the back of the pass."
        checked={document.iOSSharingProhibited}
        onChange={(event) => set('iOSSharingProhibited', event.currentTarget.checked)}
      />
      <LocationsField designing={designing} />
      <InvitationField designing={designing} />
    </>
  )
}

function Validity({ designing: { document, set, errors } }: { designing: Designing }) {
  return (
    <>
      <NumberField
        label="Usage limit"
        description="How often a pass may be used. Empty: as often as its member likes."
        allowDecimal={false}
        value={document.PassUsageLimit ?? ''}
        onChange={(limit) => set('PassUsageLimit', limit === '' ? null : limit)}
        error={errors['PassUsageLimit']}
      />
      <NumberField
        label="Expires after"
        description="Months from the invitation. Empty: never."
        allowDecimal={false}
        suffix=" months"
        value={document.ExpiresAfterMonths ?? ''}
        onChange={(months) => set('ExpiresAfterMonths', months === '' ? null : months)}
        error={errors['ExpiresAfterMonths']}
      />
      <Switch
        label="Ends when the member is deleted"
        checked={document.VoidWhenMemberDeleted}
        onChange={(event) => set('VoidWhenMemberDeleted', event.currentTarget.checked)}
      />
      <Switch
        label="Ends when the member is unfinancial"
        checked={document.VoidWhenUnfinancial}
        onChange={(event) => set('VoidWhenUnfinancial', event.currentTarget.checked)}
      />
      <Switch
        label="For two-step membership requests"
        description="Offered first when an application is accepted."
        checked={document.DependentOnRelatedTwoStepMembershipRequest}
        onChange={(event) => set('DependentOnRelatedTwoStepMembershipRequest', event.currentTarget.checked)}
      />
    </>
  )
}
