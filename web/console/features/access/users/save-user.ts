import { useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { authorisedVenues, usersApi, type User } from '#contract/access/users.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'

type Values = { Role: string; Venues: string[] }

/** Saves what has changed of a user: the role first, then the venues. Stops at what fails, and says what was saved. */
export function useSaveUser(user: User): (values: Values) => Promise<SubmitResult> {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, uid: user.Uid }
  const setRole = useAction(usersApi.setUserRole)
  const setVenues = useAction(usersApi.setUserVenues)
  // What the server has: a second try after half of it went through sends the other half alone.
  const saved = useRef<Values>({
    Role: user.CustomClaims.cherryPayRole ?? '',
    Venues: authorisedVenues(user),
  })

  return async ({ Role, Venues }) => {
    const isOtherRole = Role !== saved.current.Role
    if (isOtherRole) {
      const answer = await setRole.run({ params, body: { Value: Role } })
      if (!answer.ok) return failed(`Nothing was saved. ${answer.message}`)
      saved.current.Role = Role
    }
    if (Venues.join() !== saved.current.Venues.join()) {
      const answer = await setVenues.run({ params, body: Venues })
      const half = isOtherRole ? 'The role was saved, the venues were not.' : 'The venues were not saved.'
      if (!answer.ok) return failed(`${half} ${answer.message}`)
      saved.current.Venues = Venues
    }
    toasts.success(messages.users.updated)
    return { ok: true }
  }
}

function failed(message: string): SubmitResult {
  toasts.error(messages.users.updateFailed)
  return { ok: false, message }
}
