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
    if (mine.Venues.join() !== values.Venues.join()) {
      const answer = await setVenues.run({ params, query: { revision: revisions.Venues }, body: mine.Venues })
      const half = isOtherRole ? 'The role was saved, the venues were not.' : 'The venues were not saved.'
      if (!answer.ok) return settle(mine, answer, half)
      values.Venues = mine.Venues
    }
    toasts.success(messages.users.updated)
    return { ok: true }
  }

  async function settle(mine: Values, failure: Failure, half: string): Promise<SubmitResult> {
    if (failure.code !== recordChanged) return failed(`${half} ${failure.message}`)
    const now = await call(usersApi.listUsers, {
      params: { businessId },
      query: { q: user.Email, limit: 500 },
    })
    const theirs = now.ok ? now.data.Results.find(({ Uid }) => Uid === user.Uid) : undefined
    if (!theirs) return failed(half)
    const base = start.current.values
    start.current = startOf(theirs)
    const kept = await ask(
      failure.message,
      differencesIn({ base, mine, theirs: start.current.values }, { labels }),
    )
    return kept ? save(withTheirs(mine, start.current.values, kept)) : { ok: false }
  }

  return { save, question }
}

const labels = { Role: 'Role', Venues: 'Authorised venues' }

function startOf(user: User): Start {
  const values = { Role: user.CustomClaims.cherryPayRole ?? '', Venues: authorisedVenues(user) }
  return { values, revisions: user.Revisions }
}

function failed(message: string): SubmitResult {
  toasts.error(messages.users.updateFailed)
  return { ok: false, message }
}
