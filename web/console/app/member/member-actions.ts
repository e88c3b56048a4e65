import {
  IconArrowMerge,
  IconArrowsExchange,
  IconCoins,
  IconCreditCard,
  IconGift,
  IconId,
  IconRefresh,
  IconTrash,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { may, type Access } from '#contract/endpoint.ts'
import { mayDeleteMembers, mayMergeMembers, mayRenewAtDesk } from '#contract/access/shared-reads.ts'
import type { MemberListItem } from '#contract/members/list/member-list.ts'
import { listMessages as messages } from '#contract/members/list/list-messages.ts'

/** The dialog of an action: open as long as it is mounted, it calls `onClose` when it has closed. */
export type MemberDialog = ComponentType<{ member: MemberListItem; onClose: () => void }>

export type MemberAction = {
  label: string
  icon: Icon
  /** Who finds it in the menus: the permission, and the licence that the business needs. */
  access: Access
  danger?: true
  /** How the palette offers it, before a name. */
  verb?: string
  /** The file that exports the dialog as `Dialog`. */
  load: () => Promise<{ Dialog: MemberDialog }>
}

/**
 * What can be done with a member, in the order of the menus: those of the list's rows and that of the member page.
 * A new one is a line here, and a dialog in its feature; `useMemberActions` draws and opens it.
 */
export const memberActions: readonly MemberAction[] = [
  {
    label: 'Merge with another member',
    icon: IconArrowMerge,
    access: mayMergeMembers,
    load: () => import('#features/members/merge/merge-member-dialog.tsx'),
  },
  {
    label: 'Renew at the desk',
    icon: IconRefresh,
    access: mayRenewAtDesk,
    verb: 'Renew at the desk for',
    load: () => import('#features/requests/desk/renew-at-desk-dialog.tsx'),
  },
  {
    label: 'Delete Member',
    icon: IconTrash,
    access: mayDeleteMembers,
    danger: true,
    load: () => import('#features/members/page/delete-member-dialog.tsx'),
  },
  {
    label: messages.passInvitation.action,
    icon: IconId,
    access: may('Member.InviteToApp'),
    verb: 'Send a digital card to',
    load: () => import('#features/passes/invite-dialog.tsx'),
  },
  {
    label: messages.cardInvitation.instantGift,
    icon: IconGift,
    access: may('Member.InviteToCard'),
    verb: 'Send a gift card to',
    load: () => import('#features/cards/sending/instant-gift-dialog.tsx'),
  },
  {
    label: messages.cardInvitation.reloadable,
    icon: IconCreditCard,
    access: may('Member.InviteToCard'),
    verb: 'Send a reloadable card to',
    load: () => import('#features/cards/sending/reloadable-dialog.tsx'),
  },
  {
    label: 'Transfer Points',
    icon: IconArrowsExchange,
    access: may('Cardholder.PointsToMoney'),
    load: () => import('#features/cards/sending/points-transfer-dialog.tsx'),
  },
  {
    label: messages.passTransfer.title,
    icon: IconWallet,
    access: may('Cardholder.PointsToMoney'),
    load: () => import('#features/passes/transfer-dialog.tsx'),
  },
  {
    label: 'Award Points',
    icon: IconCoins,
    access: may('Loyalty.CreditPoints'),
    verb: 'Award points to',
    load: () => import('#features/points/award-dialog.tsx'),
  },
]
