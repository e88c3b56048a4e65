import type { User } from '#contract/access/users.ts'

/** What the dialog fills in of a user. An empty list of venues means all. */
export type UserValues = {
  Role: string
  Venues: string[]
  DisplayName: string
  Username: string
  AutoLogOut: boolean
}

/** A part of a user that is saved by itself. */
export type UserPart = {
  readonly name: 'Role' | 'Venues' | 'Person' | 'AutoLogOut'
  /** What it is called within a sentence, and whether that is several things. */
  readonly words: string
  readonly isPlural: boolean
  /** The revision that its save starts from; a switch has none. */
  readonly revision: keyof User['Revisions'] | null
  readonly isSame: (one: UserValues, other: UserValues) => boolean
  /** Notes it as saved. */
  readonly take: (values: UserValues, from: UserValues) => void
}

/** In the order they are saved. */
export const userParts: readonly UserPart[] = [
  {
    name: 'Role',
    words: 'role',
    isPlural: false,
    revision: 'Role',
    isSame: (one, other) => one.Role === other.Role,
    take: (values, { Role }) => void (values.Role = Role),
  },
  {
    name: 'Venues',
    words: 'venues',
    isPlural: true,
    revision: 'Venues',
    isSame: (one, other) => one.Venues.toSorted().join() === other.Venues.toSorted().join(),
    take: (values, { Venues }) => void (values.Venues = Venues),
  },
  {
    name: 'Person',
    words: 'name and e-mail address',
    isPlural: true,
    revision: 'Person',
    isSame: (one, other) => one.DisplayName === other.DisplayName && one.Username === other.Username,
    take: (values, { DisplayName, Username }) => void Object.assign(values, { DisplayName, Username }),
  },
  {
    name: 'AutoLogOut',
    words: 'sign-out',
    isPlural: false,
    revision: null,
    isSame: (one, other) => one.AutoLogOut === other.AutoLogOut,
    take: (values, { AutoLogOut }) => void (values.AutoLogOut = AutoLogOut),
  },
]

/** What of a user was saved before a part failed, and that it was not. */
export function halfSaved(saved: readonly UserPart[], failed: UserPart): string {
  const were = (isPlural: boolean) => (isPlural ? 'were' : 'was')
  if (saved.length > 0) {
    const list = saved.map(({ words }) => words).join(', the ')
    const areMany = saved.length > 1 || saved.some(({ isPlural }) => isPlural)
    return `The ${list} ${were(areMany)} saved, the ${failed.words} ${were(failed.isPlural)} not.`
  }
  return failed.name === 'Role'
    ? 'Nothing was saved.'
    : `The ${failed.words} ${were(failed.isPlural)} not saved.`
}
