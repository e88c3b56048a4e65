import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { MemberOption } from '#contract/members/member-options.ts'
import { messages } from '#contract/messages.ts'
import { afterPress } from '#ui/form/after-press.ts'
import styles from './member-form.module.css'

type Props = { venues: readonly MemberOption[]; value: string; onChange: (venueId: string) => void }

/** The venue that a new member will belong to. Once one is chosen it can be changed, but not left out. */
export function VenueField({ venues, value, onChange }: Props) {
  const [wasPassedBy, setPassedBy] = useState(false)
  return (
    <NativeSelect
      label="Venue"
      required
      description={value === '' && 'Where the member belongs. The rest comes after.'}
      className={styles.default}
      value={value}
      error={wasPassedBy && value === '' && messages.members.venueRequired}
      onBlur={() => afterPress(() => setPassedBy(true))}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {value === '' && <option value="">Select a venue</option>}
      {venues.map(({ Key, Value }) => (
        <option key={Key} value={Key}>
          {Value}
        </option>
      ))}
    </NativeSelect>
  )
}
