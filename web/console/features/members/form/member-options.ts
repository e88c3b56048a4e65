import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import {
  memberOptionsApi,
  type MemberOption,
  type MemberOptionList,
} from '#contract/members/member-options.ts'

/** What each field of the form that has a list can be. */
export type MemberOptions = Readonly<Record<MemberOptionList, readonly MemberOption[]>>

type State = {
  /** Undefined until all lists are there. */
  options: MemberOptions | undefined
  error: { message: string } | null
  retry: () => void
}

/** The option lists of the form; of a member who exists, with the member's own values, offered or not. */
export function useMemberOptions(memberId: string | null): State {
  const titles = useOptions('titles', memberId)
  const genders = useOptions('genders', memberId)
  const statuses = useOptions('statuses', memberId)
  const types = useOptions('membership-types', memberId)
  const levels = useOptions('membership-levels', memberId)
  const missing = [titles, genders, statuses, types, levels].filter((read) => !read.list)
  const failed = missing.find((read) => read.error)
  const options = {
    titles: titles.list ?? [],
    genders: genders.list ?? [],
    statuses: statuses.list ?? [],
    'membership-types': types.list ?? [],
    'membership-levels': levels.list ?? [],
  }
  return {
    options: missing.length === 0 ? options : undefined,
    error: failed?.error ?? null,
    retry: () => missing.forEach((read) => read.retry()),
  }
}

function useOptions(list: MemberOptionList, memberId: string | null) {
  const { BusinessId: businessId } = useBusiness()
  const query = memberId === null ? {} : { memberId }
  const { data, error, retry } = useRead(memberOptionsApi.listMemberOptions, {
    params: { businessId, list },
    query,
  })
  return { list: data?.data, error, retry }
}
