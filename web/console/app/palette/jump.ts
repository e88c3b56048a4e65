import type { Icon } from '@tabler/icons-react'
import type { MemberAction } from '#app/member/member-actions.ts'
import type { MemberListItem } from '#contract/members/members.ts'

/** What can be done with a member from here. */
export type Deed = { action: MemberAction; member: MemberListItem }

/** A place to go to: a page, a business, or a record of one; or something to do. */
export type Jump = {
  /** What tells it from the others: its address, as a rule. */
  key: string
  label: string
  place: string
  icon: Icon
  /** It leads here, */
  href?: string
  /** or opens this dialog, */
  deed?: Deed
  /** or writes this, for somebody to go on. */
  text?: string
  /** It has the very number or address that was typed; whose whole name that is is seen by the label. */
  isExact?: boolean
  /** Found for what was typed before: it is there to be seen, not to be chosen. */
  isStale?: boolean
}
