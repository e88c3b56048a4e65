import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import {
  memberOverridesApi,
  type OverridableKey,
  type OverridableProperty,
} from '#contract/members/member-overrides.ts'
import type { Member } from '#contract/members/members.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import styles from './overrides.module.css'

/** Makes single properties of a member editable where they stand, and tells who has overridden them. */
export function useOverrides(member: Member) {
  const me = useMe()
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  const mayOverride =
    isOpenTo(me, memberOverridesApi.overrideMemberProperty.access, licences) &&
    member.Meta.DateDeleted === null
  const { data } = useRead(
    memberOverridesApi.listOverridableProperties,
    mayOverride ? { params: { businessId } } : null,
  )
  const [edited, setEdited] = useState<OverridableProperty | null>(null)

  function overridable(key: OverridableKey, value: ReactNode): ReactNode {
    const property = data?.Results.find(({ Key }) => Key === key)
    return (
      <>
        <span className={styles.line}>
          <span>{value ?? '-'}</span>
          {property && <OverrideButton property={property} onClick={() => setEdited(property)} />}
        </span>
        <Overrider member={member} name={key} />
      </>
    )
  }

  return {
    overridable,
    dialog: edited && <OverrideDialog member={member} property={edited} onClose={() => setEdited(null)} />,
  }
}

function OverrideButton({ property, onClick }: { property: OverridableProperty; onClick: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray.7"
      size="sm"
      aria-label={`Override ${property.Label}`}
      onClick={onClick}
    >
      <IconPencil size={14} aria-hidden />
    </ActionIcon>
  )
}

function Overrider({ member, name }: { member: Member; name: OverridableKey }) {
  const override = member.Overrides.find(({ Key }) => Key === name)
  if (!override) return null
  return (
    <span className={styles.overrider}>
      Overridden by {override.ActorName}, <DateText value={override.At} />
    </span>
  )
}
