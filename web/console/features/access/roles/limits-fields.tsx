import { Fieldset, SimpleGrid, Text } from '@mantine/core'
import '@mantine/core/styles/Fieldset.layer.css'
import {
  kindOfLimit,
  limitLabels,
  limitNames,
  limitsInWords,
  noLimits,
  permissionOfLimit,
  type RoleLimits,
} from '#contract/approvals/limits.ts'
import type { Role } from '#contract/access/roles.ts'
import { countedHours } from '#contract/messaging/mass-sending.ts'
import { NumberField } from '#ui/form/number-field.tsx'

type Props = {
  role: Pick<Role, 'GrantedPermissions'>
  limits: RoleLimits | undefined
  onChange: (limits: RoleLimits) => void
  errors: Readonly<Record<string, unknown>>
}

/** How much may be given without a second person, for each kind that the role allows. */
export function LimitsFields({ role, limits = noLimits, onChange, errors }: Props) {
  const names = limitNames.filter((name) =>
    role.GrantedPermissions.includes(permissionOfLimit[kindOfLimit(name)]),
  )
  if (names.length === 0) return null
  return (
    <Fieldset legend="Limits">
      <Text size="sm" c="dimmed" mb="sm">
        What is above them waits until a second person has approved it; writing to more members at once, or in{' '}
        {countedHours} hours, is refused. Empty for any amount.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {names.map((name) => (
          <NumberField
            key={name}
            label={limitLabels[name]}
            decimalScale={kindOfLimit(name) === 'Sending' ? 0 : 2}
            thousandSeparator=","
            {...(kindOfLimit(name) === 'Cards' && { prefix: '$' })}
            value={limits[name] ?? ''}
            error={errors[`Limits.${name}`] as string | undefined}
            onChange={(value) => onChange({ ...limits, [name]: value === '' ? null : value })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

/** The limits of a role to be read; nothing where it has none. */
export function LimitsText({ limits }: { limits: RoleLimits | undefined }) {
  const words = limitsInWords(limits ?? noLimits)
  return words.length > 0 && <Text size="sm">Limits: {words.join(' · ')}</Text>
}
