import type { Icon } from '@tabler/icons-react'

/** A place to go to: a page, a business, or a record of one. */
export type Jump = {
  label: string
  place: string
  icon: Icon
  href: string
  /** Found for what was typed before: it is there to be seen, not to be chosen. */
  isStale?: boolean
}
