import { useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { authorisedVenues, usersApi, type User } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { differencesIn, withTheirs } from '#parts/conflict/differences.ts'
import { recordChanged, useConflict } from '#parts/conflict/use-conflict.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call, type Failure } from '#web/api-client.ts'

type Values = { Role: string; Venues: string[] }
type Start = { values: Values; revisions: User['Revisions'] }

/**
 * Saves what has changed of a user: the role first, then the venues. Stops at what fails, and says what was saved. Where
 * somebody was faster, `question` asks whose is kept.
 */
export function useSaveUser(user: User) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, uid: user.Uid }
  const setRole = useAction(usersApi.setUserRole)
  const setVenues = useAction(usersApi.setUserVenues)
  const words = useWords()
  const { ask, question } = useConflict('Somebody else has changed this user meanwhile.')
  // What the server has: a second try after half of it went through sends the other half alone.
  const start = useRef(startOf(user))

  async function save(mine: Values): Promise<SubmitResult> {
    const { values, revisions } = start.current
    const isOtherRole = mine.Role !== values.Role
    if (isOtherRole) {
      const query = { revision: revisions.Role }
      const answer = await setRole.run({ params, query, body: { Value: mine.Role } })
      if (!answer.ok) return settle(mine, answer, 'Nothing was saved.')
      values.Role = mine.Role
    }
    if (!areSame(mine.Venues, values.Venues)) {
      const answer = await setVenues.run({ params, query: { revision: revisions.Venues }, body: mine.Venues })
      if (!answer.ok && isOtherRole) await catchUpWithRole()
      const half = isOtherRole ? 'The role was saved, the venues were not.' : 'The venues were not saved.'
      if (!answer.ok) return settle(mine, answer, half)
      values.Venues = mine.Venues
    }
    toasts.success(messages.users.updated)
    return { ok: true }
  }

  async function read(): Promise<Start | null> {
    const query = { q: user.Email, limit: 500 }
    const found = await call(usersApi.listUsers, { params: { businessId }, query })
    const now = found.ok ? found.data.Results.find(({ Uid }) => Uid === user.Uid) : undefined
    return now ? startOf(now) : null
  }

  /** The role that has just been saved is what a next try starts from. */
  async function catchUpWithRole() {
    const now = await read()
    const { values, revisions } = start.current
    if (now?.values.Role === values.Role) revisions.Role = now.revisions.Role
  }

  async function settle(mine: Values, failure: Failure, half: string): Promise<SubmitResult> {
    if (failure.code !== recordChanged) return failed(`${half} ${failure.message}`)
    const now = await read()
    if (!now) return failed(half)
    const sides = { base: start.current.values, mine, theirs: now.values }
    const kept = await ask(failure.message, differencesIn(sides, words))
    // Who calls it off has decided nothing: the next save is asked about again.
    if (!kept) return { ok: false }
    start.current = now
    return save(withTheirs(mine, now.values, kept))
  }

  return { save, question }
}

/** Role and venues as the dialog calls them. */
function useWords() {
  const { VenueSummaries } = useBusiness()
  const nameOf = (venueNo: string) =>
    VenueSummaries.find((venue) => venue.VenueNo === venueNo)?.DisplayName ?? `Venue ${venueNo}`
  return {
    wordsOf: (values: Values, key: keyof Values) =>
      key === 'Role' ? values.Role : values.Venues.length > 0 ? values.Venues.map(nameOf) : 'All venues',
    sameBy: (values: Values, key: keyof Values) => (key === 'Role' ? values.Role : values.Venues.toSorted()),
  }
}

const areSame = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

function startOf(user: User): Start {
  const values = { Role: user.CustomClaims.cherryPayRole ?? '', Venues: authorisedVenues(user) }
  return { values, revisions: { ...user.Revisions } }
}

function failed(message: string): SubmitResult {
  toasts.error(messages.users.updateFailed)
  return { ok: false, message }
}
