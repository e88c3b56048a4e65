import {
  IconCalendarPlus,
  IconCreditCard,
  IconFileUpload,
  IconReportMoney,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { isOpenTo } from '#console/access.ts'
import { useToday } from '#console/days.ts'
import { useSearchRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { usersApi } from '#contract/access/users.ts'
import type { Business } from '#contract/business/business.ts'
import { cardIssueApi } from '#contract/cards/card-issue.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { Access } from '#contract/endpoint.ts'
import { eventsApi } from '#contract/events/events.ts'
import { memberImportsApi } from '#contract/members/member-imports.ts'
import { membersApi } from '#contract/members/members.ts'
import { closePackApi } from '#contract/reports/close-pack.ts'
import { memberActions } from '#app/member/member-actions.ts'
import { spanOfPreset } from '#parts/span/presets.ts'
import type { Jump } from './jump.ts'
import { isOnItsWay, limit, memberPlace, shortest } from './record-jumps.ts'
import { afterVerb } from './verb-words.ts'

type Verb = {
  label: string
  icon: Icon
  access: Access
  hrefOf: (businessId: string, today: string) => string
}

/** What can be begun from anywhere: a new one is a line here. What is done to a member has its `verb` in `memberActions`. */
const verbs: readonly Verb[] = [
  {
    label: 'New member',
    icon: IconUserPlus,
    access: membersApi.createMember.access,
    hrefOf: (businessId) => pageHref('newMember', { businessId }),
  },
  {
    label: 'Import members',
    icon: IconFileUpload,
    access: memberImportsApi.createMemberImport.access,
    hrefOf: (businessId) => pageHref('memberImports', { businessId }),
  },
  {
    label: 'New event',
    icon: IconCalendarPlus,
    access: eventsApi.createEvent.access,
    hrefOf: (businessId) => pageHref('newEvent', { businessId }),
  },
  {
    label: 'Issue a card',
    icon: IconCreditCard,
    access: cardIssueApi.issueNonMemberCard.access,
    hrefOf: (businessId) => pageHref('cards', { businessId }, { new: 'card' }),
  },
  {
    label: 'Invite user',
    icon: IconUserPlus,
    access: usersApi.createUser.access,
    hrefOf: (businessId) => pageHref('users', { businessId }, { new: 'user' }),
  },
  {
    label: 'Close pack last month',
    icon: IconReportMoney,
    access: closePackApi.getClosePack.access,
    hrefOf: (businessId, today) =>
      pageHref('finance-close-pack', { businessId }, { date: spanOfPreset('Last month', today).from }),
  },
]

type Verbs = {
  /** What leads somewhere or asks for a name. */
  plain: Jump[]
  /** What is done to those who were named. */
  deeds: Jump[]
  isSearching: boolean
  hasFailed: boolean
}

/** What the user may do here that the text begins with; all of it where there is no text yet. */
export function useVerbs(wanted: string, q: string, business: Business | null): Verbs {
  const me = useMe()
  const today = useToday()
  const businessId = business?.BusinessId ?? ''
  const isOpen = ({ access }: { access: Access }) =>
    business !== null && isOpenTo(me, access, business.LicencedHubProducts)
  const mayFind = isOpen(membersApi.listMembers)
  const offered = memberActions.filter((action) => action.verb && mayFind && isOpen(action))
  const named = offered.flatMap((action) => {
    const rest = afterVerb(action.verb ?? '', q)
    return rest && rest.length >= shortest ? [{ action, rest }] : []
  })
  const [first] = named
  const found = useSearchRead(
    membersApi.listMembers,
    first ? { params: { businessId }, query: { q: first.rest, limit } } : null,
  )
  const members = first ? (found.data?.Results ?? []) : []
  return {
    plain: [
      ...offered.filter(({ verb = '' }) => isMeant(verb, wanted)).map(askForName),
      ...verbs
        .filter((verb) => isOpen(verb) && isMeant(verb.label, wanted))
        .map(({ label, icon, hrefOf }) => {
          const href = hrefOf(businessId, today)
          return { key: label, label, place: 'Action', icon, href }
        }),
    ],
    deeds: named.flatMap(({ action }) =>
      members.map((member) => ({
        key: `${action.label} ${member.id}`,
        label: `${action.verb} ${member.FirstName} ${member.LastName}`,
        place: memberPlace(member),
        icon: action.icon,
        deed: { action, member },
      })),
    ),
    isSearching: first !== undefined && isOnItsWay(found),
    hasFailed: first !== undefined && found.error !== null,
  }
}

const askForName = ({ verb = '', icon }: (typeof memberActions)[number]): Jump => ({
  key: verb,
  label: `${verb} …`,
  place: 'Then a name or a number',
  icon,
  text: `${verb} `,
})

/** Nothing is typed yet, or the words of the verb alone, whichever of them. */
function isMeant(verb: string, wanted: string): boolean {
  return wanted === '' || afterVerb(verb, wanted) === '' || verb.toLowerCase().includes(wanted.toLowerCase())
}
