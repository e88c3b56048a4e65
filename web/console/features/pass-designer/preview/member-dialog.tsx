import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { sampleValues, passValuesOf, type PassValues } from '#contract/passes/pass-tokens.ts'
import { SearchBox } from '#ui/table/search-box.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from '#features/pass-designer/lists.module.css'

type Props = { onChoose: (name: string, values: PassValues) => void; onClose: () => void }

/** Finds a member whose pass is to be seen. */
export function MemberDialog({ onChoose, onClose }: Props) {
  const { BusinessId: businessId, DisplayName: businessName } = useBusiness()
  const { modal, close } = useDialog(onClose)
  const [q, setSearch] = useState('')
  const { data, error } = useSearchRead(membersApi.listMembers, {
    params: { businessId },
    query: { q, limit: 8 },
  })

  async function choose({ id, FirstName, LastName }: MemberListItem) {
    const answer = await call(membersApi.getMember, { params: { businessId, memberId: id } })
    const member = answer.ok ? answer.data.Results[0] : undefined
    if (!member) return toasts.error(messages.members.searchFailed, answer.ok ? undefined : answer.message)
    onChoose(
      `${FirstName} ${LastName}`,
      passValuesOf({ member, businessName, couponCode: sampleValues.CouponCode, purseBalance: 0 }),
    )
    close()
  }

  return (
    <Modal {...modal} title="Preview with a member" size="md">
      <SearchBox label="Search members" value={q} onSearch={setSearch} />
      {error && <Text role="alert">{messages.members.searchFailed}</Text>}
      {data?.Results.length === 0 && <Text component="output">{messages.members.noneMatching(q)}</Text>}
      <ul className={styles.members}>
        {data?.Results.map((member) => (
          <li key={member.id}>
            <button type="button" onClick={() => void choose(member)}>
              <strong>
                {member.FirstName} {member.LastName}
              </strong>
              <span>
                {[member.MembershipNumber, member.MemberLevelDescription].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
