import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Address } from '#contract/members/members.ts'
import { AddressPicker } from './address-picker.tsx'
import styles from './address-search.module.css'

type Props = {
  /** What is looked for: 'Find the home address'. */
  label: string
  onSet: (address: Address) => void
}

/** Looks an Australian address up, so that nobody has to type all of its lines. */
export function AddressSearch({ label, onSet }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen)
    return (
      <AddressPicker
        label={label}
        onSet={(address) => {
          onSet(address)
          setOpen(false)
        }}
        onCancel={() => setOpen(false)}
      />
    )
  return (
    <Button
      ref={button}
      className={styles.closed}
      variant="default"
      size="xs"
      leftSection={<IconSearch size={14} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      Search
    </Button>
  )
}
