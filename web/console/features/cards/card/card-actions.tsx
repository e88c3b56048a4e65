import {
  IconBan,
  IconCashPlus,
  IconCheck,
  IconDeviceMobile,
  IconPlayerPause,
  IconReplace,
  IconSend,
  IconUrgent,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Read } from '#console/queries.ts'
import { useMay } from '#console/can-open.ts'
import { canReplace, isReplaced } from '#contract/cards/card-replacement.ts'
import {
  accountStatusRules,
  canSendLink,
  canSetStatus,
  cardStatusLabels,
  isPending,
  type AccountStatusChange,
  type CardStatus,
} from '#contract/cards/card-status.ts'
import { cardReloadApi } from '#contract/cards/card-reload.ts'
import {
  cardsApi,
  isAwaitingActivation,
  type CardAccountStatus,
  type CardDetail,
} from '#contract/cards/cards.ts'
import { ActionsMenu } from '#ui/table/actions-menu.tsx'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { AccountStatusDialog } from './account-status-dialog.tsx'
import { ReloadDialog } from './reload-dialog.tsx'
import { CancelCardDialog } from './cancel-card-dialog.tsx'
import { ReplaceCardDialog } from './replace-card-dialog.tsx'
import { ResendInvitationModal } from './resend-invitation-modal.tsx'
import { SendLinkModal } from './send-link-modal.tsx'

type Dialog = AccountStatusChange | 'resend' | 'cancel' | 'link' | 'replace' | 'reload'

const icons: Record<AccountStatusChange, Icon> = {
  active: IconCheck,
  inactive: IconPlayerPause,
  'lost-stolen': IconUrgent,
}
const replaced = 'This card was replaced: go on with the new one.'
const changes: readonly AccountStatusChange[] = ['active', 'inactive', 'lost-stolen']

type Props = { card: CardDetail; account: Read<CardAccountStatus> }

/** What can be done with a card where it stands. */
export function CardActions({ card, account }: Props) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const status = account.data?.Status ?? card.AccountStatus
  const isInThePost = isAwaitingActivation({ ...card, AccountStatus: status })
  const maySend = useMay(cardsApi.resendCardInvitation)
  const mayManage = useMay(cardsApi.setCardAccountStatus)
  const managing = isPending(status)
    ? [cancel(setDialog)]
    : [
        ...changes.map((change) => changeAction(status, change, isReplaced(card), setDialog)),
        replace(status, card, setDialog),
      ]
  const sending = [
    ...(isPending(status) ? [] : [sendLink(status, setDialog)]),
    ...(isPending(status) || isInThePost ? [resend(setDialog)] : []),
  ]
  const mayReload = useMay(cardReloadApi.reloadCard) && card.CardProgramType === 'Reloadable'
  const adding = mayReload && !isPending(status) ? [reload(status, setDialog)] : []
  const actions = [...adding, ...(mayManage ? managing : []), ...(maySend ? sending : [])]
  return (
    <>
      {actions.length > 0 && <ActionsMenu label="Card Actions" actions={actions} />}
      {dialog === 'resend' && <ResendInvitationModal card={card} onClose={close} />}
      {dialog === 'cancel' && <CancelCardDialog card={card} onClose={close} />}
      {dialog === 'replace' && <ReplaceCardDialog card={card} onClose={close} />}
      {dialog === 'reload' && (
        <ReloadDialog card={card} balance={account.data?.Balance.Amount} onClose={close} />
      )}
      {dialog === 'link' && <SendLinkModal card={card} onClose={close} />}
      {dialog !== null && isChange(dialog) && (
        <AccountStatusDialog card={card} status={status} change={dialog} onClose={close} />
      )}
    </>
  )
}

const isChange = (dialog: Dialog): dialog is AccountStatusChange => dialog in accountStatusRules

const reload = (status: CardStatus, open: (dialog: Dialog) => void): RowAction => ({
  label: 'Reload card',
  icon: <IconCashPlus size={16} aria-hidden />,
  disabled: status !== 'Active',
  reason: 'Only for a card that is active.',
  onClick: () => open('reload'),
})

const resend = (open: (dialog: Dialog) => void): RowAction => ({
  label: 'Resend invitation',
  icon: <IconSend size={16} aria-hidden />,
  onClick: () => open('resend'),
})

const cancel = (open: (dialog: Dialog) => void): RowAction => ({
  label: 'Cancel card',
  icon: <IconBan size={16} aria-hidden />,
  danger: true,
  onClick: () => open('cancel'),
})

const replace = (status: CardStatus, card: CardDetail, open: (dialog: Dialog) => void): RowAction => ({
  label: 'Replace card',
  icon: <IconReplace size={16} aria-hidden />,
  disabled: !canReplace(status, card),
  reason: isReplaced(card) ? replaced : 'Only a card that is active, inactive, or lost or stolen.',
  onClick: () => open('replace'),
})

const sendLink = (status: CardStatus, open: (dialog: Dialog) => void): RowAction => ({
  label: 'Send a fresh link',
  icon: <IconDeviceMobile size={16} aria-hidden />,
  disabled: !canSendLink(status),
  reason: 'Only for a card that is active.',
  onClick: () => open('link'),
})

function changeAction(
  status: CardStatus,
  change: AccountStatusChange,
  isGone: boolean,
  open: (dialog: Dialog) => void,
): RowAction {
  const ChangeIcon = icons[change]
  const { label, from } = accountStatusRules[change]
  return {
    label,
    icon: <ChangeIcon size={16} aria-hidden />,
    danger: change === 'lost-stolen',
    disabled: isGone || !canSetStatus(status, change),
    reason: isGone
      ? replaced
      : `Only a card that is ${from.map((each) => cardStatusLabels[each].toLowerCase()).join(' or ')}.`,
    onClick: () => open(change),
  }
}
