import { Modal, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { formatDate } from '#ui/text/format.ts'
import { SearchBox } from '#ui/table/search-box.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './merge.module.css'

/** Finds the other member; the two are then put side by side on a page of their own. */
export function Dialog({ member, onClose }: { member: MemberListItem; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const { modal } = useDialog(onClose)
  const [q, setSearch] = useState(`${member.FirstName} ${member.LastName}`)
  const choose = (other: MemberListItem) => {
    onClose()
    void navigate({
      to: pageHref('mergeMember', { businessId, memberId: member.id }),
      search: { with: other.id },
    })
  }
  return (
    <Modal {...modal} title="Merge with another member" size="md">
      <Text mb="sm">
        Who is the same person as {member.FirstName} {member.LastName}
        {member.MembershipNumber && `, ${member.MembershipNumber}`}? Nothing is merged yet.
      </Text>
      <SearchBox label="Search members" value={q} onSearch={setSearch} />
      <Found businessId={businessId} q={q} without={member.id} onChoose={choose} />
    </Modal>
  )
}

type FoundProps = {
  businessId: string
  q: string
  without: string
  onChoose: (member: MemberListItem) => void
}

function Found({ businessId, q, without, onChoose }: FoundProps) {
  const { data, error } = useSearchRead(membersApi.listMembers, {
    params: { businessId },
    query: { q, limit: 8 },
  })
  const others = data?.Results.filter(({ id }) => id !== without)
  if (error) return <Text role="alert">{messages.members.searchFailed}</Text>
  if (!others) return null
  if (others.length === 0) return <output className={styles.none}>{messages.members.noneMatching(q)}</output>
  return (
    <ul className={styles.found}>
      {others.map((other) => (
        <li key={other.id}>
          <button type="button" className={styles.other} onClick={() => onChoose(other)}>
            <strong>
              {other.FirstName} {other.LastName}
            </strong>
            <span className={styles.facts}>
              {[other.MembershipNumber, other.BirthDate && `born ${formatDate(other.BirthDate)}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
