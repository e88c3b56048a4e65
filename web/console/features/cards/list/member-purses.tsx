import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import type { Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { passesApi, type MemberPass } from '#contract/passes/passes.ts'
import { PassBadge } from '#parts/badges/pass-badge.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Money } from '#ui/text/money.tsx'
import styles from './member-purses.module.css'

const columns: Column<MemberPass>[] = [
  { header: 'Digital Card', cell: (pass) => pass.DisplayName, phone: 'title' },
  { header: 'Coupon Code', cell: (pass) => pass.CouponCode },
  { header: 'State', cell: (pass) => <PassBadge state={pass.State} /> },
  { header: 'Balance', cell: (pass) => <Money value={pass.Balance} />, align: 'right' },
]

/** The money in the purses of a member's digital cards; nothing where they have none. */
export function MemberPurses({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(passesApi.listMemberPasses, { params: { businessId, memberId: member.id } })
  if (!list.error && !list.rows?.length) return null
  return (
    <section className={styles.purses} aria-labelledby="member-purses">
      <Title order={2} size="h4" id="member-purses">
        Purses of digital cards
      </Title>
      <DataTable
        label="Purses of digital cards"
        columns={columns}
        list={list}
        rowKey={(pass) => pass.InvitationId}
        empty={messages.passInvitation.none}
        errorTitle={messages.cards.memberCardsFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}
