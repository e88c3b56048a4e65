import { useRef } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { userWords } from '#contract/access/user-words.ts'
import { authorisedVenues, usersApi, type User } from '#contract/access/users.ts'
import { messages } from '#contract/messages.ts'
import { differencesIn, withTheirs } from '#parts/conflict/differences.ts'
import { recordChanged, useConflict } from '#parts/conflict/use-conflict.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { call, type Failure } from '#web/api-client.ts'
import { halfSaved, type UserPart, userParts, type UserValues } from './user-parts.ts'

type Start = { values: UserValues; revisions: User['Revisions'] }

/**
 * Saves what has changed of a user: the role first, then the venues, then the rest. Stops at what fails, and says what was
 * saved. Where somebody was faster, `question` asks whose is kept.
 */
export function useSaveUser(user: User) {
  const { BusinessId: businessId } = useBusiness()
  const send = useSenders({ businessId, uid: user.Uid })
  const words = useWords()
  const { ask, question } = useConflict('Somebody else has changed this user meanwhile.')
  // What the server has: a second try after half of it went through sends the other half alone.
  const start = useRef(startOf(user))

  async function save(mine: UserValues): Promise<SubmitResult> {
    const saved: UserPart[] = []
    for (const part of userParts) {
      const { values, revisions } = start.current
      if (part.isSame(mine, values)) continue
      const answer = await send[part.name](mine, revisions)
      if (!answer.ok) {
        if (saved.length > 0) await catchUpWith(saved)
        return settle(mine, answer, halfSaved(saved, part))
      }
      part.take(values, mine)
      saved.push(part)
    }
    toasts.success(messages.users.updated)
    return { ok: true }
  }

  async function read(): Promise<Start | null> {
    const found = await call(usersApi.listUsers, { params: { businessId }, query: { limit: 500 } })
    const now = found.ok ? found.data.Results.find(({ Uid }) => Uid === user.Uid) : undefined
    return now ? startOf(now) : null
  }

  /** What has just been saved is what a next try starts from. */
  async function catchUpWith(saved: readonly UserPart[]) {
    const now = await read()
    const { values, revisions } = start.current
    for (const { revision, isSame } of saved)
      if (now && revision && isSame(now.values, values)) revisions[revision] = now.revisions[revision]
  }

  async function settle(mine: UserValues, failure: Failure, half: string): Promise<SubmitResult> {
    if (failure.code === 'email_taken') return { ...failed(''), errors: { Username: failure.message } }
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

/** How each part of a user is sent. */
function useSenders(params: { businessId: string; uid: string }) {
  const setRole = useAction(usersApi.setUserRole)
  const setVenues = useAction(usersApi.setUserVenues)
  const update = useAction(usersApi.updateUser)
  const setAutoLogOut = useAction(usersApi.setUserAutoLogOut)
  type Send = (mine: UserValues, revisions: User['Revisions']) => Promise<{ ok: true } | Failure>
  return {
    Role: ({ Role }, { Role: revision }) =>
      setRole.run({ params, query: { revision }, body: { Value: Role } }),
    Venues: ({ Venues }, { Venues: revision }) =>
      setVenues.run({ params, query: { revision }, body: Venues }),
    Person: ({ DisplayName, Username }, { Person: revision }) =>
      update.run({ params, query: { revision }, body: { DisplayName, Username } }),
    AutoLogOut: ({ AutoLogOut }) => setAutoLogOut.run({ params, body: { Value: AutoLogOut } }),
  } satisfies Record<UserPart['name'], Send>
}

/** The fields as the dialog calls them. */
function useWords() {
  const { VenueSummaries } = useBusiness()
  const nameOf = (venueNo: string) =>
    VenueSummaries.find((venue) => venue.VenueNo === venueNo)?.DisplayName ?? `Venue ${venueNo}`
  return {
    labels: { DisplayName: 'Name', Username: 'Email', AutoLogOut: userWords.autoLogOut },
    wordsOf: (values: UserValues, key: keyof UserValues) =>
      key !== 'Venues'
        ? values[key]
        : values.Venues.length > 0
          ? values.Venues.map(nameOf)
          : userWords.allVenues,
    sameBy: (values: UserValues, key: keyof UserValues) =>
      key === 'Venues' ? values.Venues.toSorted() : values[key],
  }
}

function startOf(user: User): Start {
  const values = {
    Role: user.CustomClaims.cherryPayRole ?? '',
    Venues: authorisedVenues(user),
    DisplayName: user.DisplayName,
    Username: user.Email,
    AutoLogOut: user.AutoLogOut,
  }
  return { values, revisions: { ...user.Revisions } }
}

function failed(message: string): SubmitResult {
  toasts.error(messages.users.updateFailed)
  return { ok: false, message }
}
