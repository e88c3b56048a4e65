import { Alert, Text } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { whoMayCome } from '#features/events/who-may-come.ts'
import { formatCount } from '#ui/text/format.ts'

const text = messages.events

type Props = Parameters<typeof whoMayCome>[0]

/** Whom an event lets in, as far as somebody might have meant something else: nobody, or everybody. */
export function FilterNotice({ MemberFilterQuery: query, LetsSuspendedIn }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data, isStale } = useSearchRead(membersApi.countEligibleMembers, {
    params: { businessId },
    query: { memberFilterQuery: whoMayCome({ MemberFilterQuery: query, LetsSuspendedIn }) },
  })
  // What couldn't be counted the preview says.
  if (!data || isStale) return null
  if (data.Count === 0 && query !== '')
    return (
      <Alert color="orange" role="status" p="sm" mt="sm">
        {text.noMember}
      </Alert>
    )
  const members = data.Count === 1 ? '1 member' : `${formatCount(data.Count)} members`
  return (
    <Text role="status" size="sm" c="dimmed" mt="xs">
      {query === '' ? `${text.everyMember} ${members} today.` : `${members} may come, as of today.`}
    </Text>
  )
}
