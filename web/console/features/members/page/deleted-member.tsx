import { Alert } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from './deleted-member.module.css'
import { useKeepMember } from '#features/members/keep-member.ts'

/** Says that a member is deleted, and brings them back. Only those who delete members ever see it. */
export function DeletedMember({ member }: { member: Member }) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepMember(businessId)
  const { run, isRunning } = useAction(membersApi.restoreMember, {
    success: 'Member restored.',
    failure: 'Member restore failed.',
    // The answer is the member, and is kept.
    except: [membersApi.getMember],
  })

  async function restore() {
    const answer = await run({ params: { businessId, memberId: member.id } })
    if (answer.ok) keep(answer.data.data)
  }

  return (
    <Alert color="red" p="sm" mb="md" title="This member is deleted.">
      <div className={styles.line}>
        <span>
          Since <DateText value={member.Meta.DateDeleted} />. Restore them to make changes.
        </span>
        <WorkingButton variant="default" size="xs" isWorking={isRunning} onClick={restore}>
          Restore
        </WorkingButton>
      </div>
    </Alert>
  )
}
