import { isSameLimits, limitsInWords, noLimits } from '#contract/approvals/limits.ts'
import { permissions, type PermissionName } from '#contract/access/permissions.ts'
import type { Role, RoleChanges } from '#contract/access/roles.ts'

const enumeration = new Intl.ListFormat('en-AU')

/** How many roles were added, updated and removed: '1 added, 2 updated'. */
export function countsInWords({ added, updated, removed }: RoleChanges): string {
  const counts = [
    [added.length, 'added'],
    [updated.length, 'updated'],
    [removed.length, 'removed'],
  ] as const
  return counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}

/** What becomes of the people who have a changed role: 'Duty Manager: 3 users lose Award Points.' */
export function usersAffected({ updated }: RoleChanges, userCount: (role: string) => number): string[] {
  return updated.flatMap(({ before, after }) => {
    const count = userCount(after.Name)
    const words = count === 1 ? grantsInWords(before, after, 's') : grantsInWords(before, after, '')
    const limits = limitsChange(before, after)
    if (count === 0) return []
    return [...(words ? [`${after.Name}: ${usersInWords(count)} ${words}.`] : []), ...limits]
  })
}

/** Each difference in a sentence: 'Duty Manager loses Award Points.' */
export function differencesInWords({ added, updated, removed }: RoleChanges): string[] {
  return [
    ...added.map(({ Name, GrantedPermissions }) => `${Name} is new, with ${namesOf(GrantedPermissions)}.`),
    ...updated.flatMap(({ before, after }) => {
      const words = grantsInWords(before, after, 's')
      return [
        ...(words ? [`${after.Name} ${words}.`] : []),
        ...limitsChange(before, after),
        ...(after.Description === before.Description ? [] : [`${after.Name} has a new description.`]),
      ]
    }),
    ...removed.map(({ Name }) => `${Name} is removed.`),
  ]
}

/** 'Duty Manager has these limits: Points of one award: 500 points.', where they are others than before. */
function limitsChange(before: Role, { Name, Limits = noLimits }: Role): string[] {
  if (isSameLimits(before.Limits ?? noLimits, Limits)) return []
  const words = limitsInWords(Limits)
  return [words.length > 0 ? `${Name} has these limits: ${words.join(', ')}.` : `${Name} has no limits.`]
}

/** '1 user', '3 users', 'No users'. */
export function usersInWords(count: number): string {
  return count === 1 ? '1 user' : `${count || 'No'} users`
}

function grantsInWords(before: Role, after: Role, ending: 's' | ''): string {
  const lost = before.GrantedPermissions.filter((name) => !after.GrantedPermissions.includes(name))
  const gained = after.GrantedPermissions.filter((name) => !before.GrantedPermissions.includes(name))
  return [
    ...(lost.length > 0 ? [`lose${ending} ${namesOf(lost)}`] : []),
    ...(gained.length > 0 ? [`gain${ending} ${namesOf(gained)}`] : []),
  ].join(', and ')
}

function namesOf(names: readonly PermissionName[]): string {
  return enumeration.format(
    permissions.filter(({ name }) => names.includes(name)).map(({ displayName }) => displayName),
  )
}
