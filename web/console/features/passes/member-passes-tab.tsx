import { Button } from '@mantine/core'
import { IconBan, IconEye, IconReplace, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { canReplacePass } from '#contract/passes/pass-replacement.ts'
import { canResend, canRevoke, passesApi, type MemberPass } from '#contract/passes/passes.ts'
import { PassBadge } from '#parts/badges/pass-badge.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Money } from '#ui/text/money.tsx'
import { Dialog as InviteDialog } from './invite-dialog.tsx'
import styles from './member-passes-tab.module.css'
import { PassPanel } from './pass-panel.tsx'
import { ReplacePassDialog } from './replace-pass-dialog.tsx'
import { ResendPassModal } from './resend-pass-modal.tsx'
import { RevokePassDialog } from './revoke-pass-dialog.tsx'

const text = messages.passInvitation

const columns: Column<MemberPass>[] = [
  { header: 'Card', cell: (pass) => <Face pass={pass} />, phone: 'title' },
  { header: 'Coupon Code', cell: (pass) => <span className={styles.code}>{pass.CouponCode}</span> },
  { header: 'State', cell: (pass) => <PassBadge state={pass.State} /> },
  { header: 'Used', cell: usedInWords, phone: 'hidden' },
  { header: 'Purse', cell: (pass) => <Money value={pass.Balance} />, align: 'right' },
  { header: 'Sent To', cell: (pass) => pass.InvitedTo, phone: 'hidden' },
  { header: 'Created Date', cell: (pass) => <DateText value={pass.Meta.DateCreated} /> },
]

type Opened = { what: 'look' | 'resend' | 'replace' | 'revoke'; pass: MemberPass } | { what: 'invite' } | null

/** The digital cards of a member, and what can be done with them. */
export function Tab({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const canInvite = isOpenTo(useMe(), passesApi.inviteToPass.access) && member.Meta.DateDeleted === null
  const list = useCountedList(passesApi.listMemberPasses, { params: { businessId, memberId: member.id } })
  const [opened, open] = useState<Opened>(null)
  const button = canInvite && (
    <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => open({ what: 'invite' })}>
      Send an invitation
    </Button>
  )
  return (
    <>
      {button && list.rows?.length !== 0 && <div className={styles.top}>{button}</div>}
      <DataTable
        label={text.tab}
        sideways="if-narrow"
        columns={columns}
        list={list}
        rowKey={(pass) => pass.InvitationId}
        rowMenu={(pass) => [...looksOf(pass, open), ...(canInvite ? changesOf(pass, open) : [])]}
        empty={<EmptyState text={text.none} action={button} />}
        errorTitle={messages.cards.memberCardsFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      <OpenedDialog member={member} opened={opened} onClose={() => open(null)} />
    </>
  )
}

function looksOf(pass: MemberPass, open: (opened: Opened) => void): RowAction[] {
  const icon = <IconEye size={16} aria-hidden />
  return [{ label: 'View card', icon, onClick: () => open({ what: 'look', pass }) }]
}

function changesOf(pass: MemberPass, open: (opened: Opened) => void): RowAction[] {
  return [
    {
      label: 'Resend invitation',
      icon: <IconSend size={16} aria-hidden />,
      disabled: !canResend(pass.State),
      reason: `This card is ${pass.State.toLowerCase()}.`,
      onClick: () => open({ what: 'resend', pass }),
    },
    {
      label: 'Replace',
      icon: <IconReplace size={16} aria-hidden />,
      disabled: !canReplacePass(pass.State),
      reason: 'Only a card that somebody may have on a phone.',
      onClick: () => open({ what: 'replace', pass }),
    },
    {
      label: 'Revoke',
      icon: <IconBan size={16} aria-hidden />,
      danger: true,
      disabled: !canRevoke(pass.State),
      reason: 'This card was revoked already.',
      onClick: () => open({ what: 'revoke', pass }),
    },
  ]
}

type OpenedProps = { member: Member; opened: Opened; onClose: () => void }

function OpenedDialog({ member, opened, onClose }: OpenedProps) {
  switch (opened?.what) {
    case 'invite':
      return <InviteDialog member={member} onClose={onClose} />
    case 'look':
      return <PassPanel member={member} pass={opened.pass} onClose={onClose} />
    case 'resend':
      return <ResendPassModal member={member} pass={opened.pass} onClose={onClose} />
    case 'replace':
      return <ReplacePassDialog member={member} pass={opened.pass} onClose={onClose} />
    case 'revoke':
      return <RevokePassDialog member={member} pass={opened.pass} onClose={onClose} />
    default:
      return null
  }
}

function Face({ pass }: { pass: MemberPass }) {
  return (
    <span className={styles.face}>
      {pass.PassPreviewImageUrl && <img className={styles.preview} src={pass.PassPreviewImageUrl} alt="" />}
      {pass.DisplayName}
    </span>
  )
}

function usedInWords({ UsageCount, UsageLimit }: MemberPass): string {
  return UsageLimit === null ? String(UsageCount) : `${UsageCount} of ${UsageLimit}`
}
