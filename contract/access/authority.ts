import { limitLabels, type LimitName } from '#contract/approvals/limits.ts'
import { permissionDisplayName, type PermissionName } from './permissions.ts'

/** What is said to those who would give, or take in hand, more than they have. */
export const authorityWords = {
  ownRole: "You can't change the role you have yourself. Ask another user who manages users to do it.",
  notYoursToGive: (missing: readonly PermissionName[]) =>
    `You can't give what you don't have yourself: ${permissionsInWords(missing)}.`,
  aboveYou: (missing: readonly PermissionName[]) =>
    `You can't do this to those who may do more than you: ${permissionsInWords(missing)}.`,
  higherLimits: (names: readonly LimitName[]) =>
    `You can't give higher limits than your own: ${limitsInWords(names)}.`,
  limitsAboveYou: (names: readonly LimitName[]) =>
    `You can't do this to those whose limits are above yours: ${limitsInWords(names)}.`,
  allVenues: 'This is for all venues. Ask somebody to do it who isn’t confined to some.',
  otherVenuesToGive: "You can't give venues that aren't yours, nor all of them.",
  otherVenues: "You can't change a user of other venues than yours.",
}

const limitsInWords = (names: readonly LimitName[]) =>
  names.map((name) => `'${limitLabels[name]}'`).join(', ')

const mostNamed = 3

/** The permissions as people know them; of many the first. */
function permissionsInWords(names: readonly PermissionName[]): string {
  const named = names.slice(0, mostNamed).map((name) => `'${permissionDisplayName(name)}'`)
  const left = names.length - named.length
  if (left > 0) return `${named.join(', ')} and ${left} more`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('')
}

/** Two permissions that one person should not have both: each looks after what the other could do wrong. */
export type RiskyPair = { readonly pair: readonly [PermissionName, PermissionName]; readonly warning: string }

export const riskyPairs: readonly RiskyPair[] = [
  {
    pair: ['Loyalty.CreditPoints', 'Loyalty.Reverse'],
    warning: 'Whoever awards points can take the award back later, so that nobody sees it in the balance.',
  },
  {
    pair: ['Request.Decide', 'Request.Refund'],
    warning: 'Whoever decides on a request can also give its payment back, and say that it was done by hand.',
  },
  {
    pair: ['Member.InviteToCard', 'Card.Manage'],
    warning: 'Whoever issues a card with money on it can also close it, or open it again.',
  },
]

/** The pairs that these permissions have both halves of. */
export function riskyPairsOf(granted: readonly string[]): RiskyPair[] {
  return riskyPairs.filter(({ pair }) => pair.every((name) => granted.includes(name)))
}
