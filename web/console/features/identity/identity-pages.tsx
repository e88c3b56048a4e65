import { useEffect, useState } from 'react'
import { fetchedPage } from '#ui/feedback/fetched.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { opened } from '#ui/layout/opened.tsx'
import { type Arrival, takeArrival } from './arrival.ts'
import { IdentityFrame } from './identity-frame.tsx'
import { SignInCard } from './sign-in-card.tsx'

const ResetCard = fetchedPage(async () => (await import('./later.ts')).ResetCard)
const SetPasswordCard = fetchedPage(async () => (await import('./later.ts')).SetPasswordCard)
const SecondStepCard = fetchedPage(async () => (await import('./later.ts')).SecondStepCard)
const LinkModal = opened(async () => (await import('./link-modal.tsx')).LinkModal)

type View = 'sign-in' | 'reset' | 'set-password'

type Props = {
  /** The ticket of a link that sets a password. */
  ticket: string | null
  /** The link is done with: its address is left. */
  onTicketUsed: () => void
}

/** Everything a visitor sees who isn't signed in: sign-in, reset, and the password a link asks for. */
export function IdentityPages({ ticket, onTicketUsed }: Props) {
  const arrival = useArrival()
  const [view, setView] = useState<View>(ticket === null ? 'sign-in' : 'set-password')
  const [email, setEmail] = useState(arrival.email)
  const { secondStep, failure, begin, leaveSecondStep } = useSecondStep()
  const [isLinking, setLinking] = useState(arrival.isLinkable)

  function show(next: View, address: string) {
    setEmail(address)
    setView(next)
    if (ticket !== null && next === 'sign-in') onTicketUsed()
  }

  function goOn(needed: unknown, address: string) {
    setEmail(address)
    begin(needed)
  }

  return (
    <IdentityFrame>
      {secondStep !== null ? (
        <SecondStepCard
          email={email}
          refusal={secondStep}
          onBack={(why) => {
            leaveSecondStep(why)
            show('sign-in', email)
          }}
          {...(ticket !== null && { onEntered: onTicketUsed })}
        />
      ) : ticket !== null && view === 'set-password' ? (
        <SetPasswordCard
          ticket={ticket}
          onEntered={onTicketUsed}
          // Somebody else may be signed in here: before they are known, the link isn't left for the other's pages.
          onSecondFactor={goOn}
          onDone={(owner) => show('sign-in', owner)}
          onAskAgain={() => show('reset', '')}
        />
      ) : view === 'reset' ? (
        <ResetCard email={email} onDone={(address) => show('sign-in', address)} />
      ) : (
        <SignInCard
          email={email}
          errors={email === arrival.email ? arrival.errors : null}
          failure={failure}
          onSecondFactor={goOn}
          onForgot={(address) => show('reset', address)}
        />
      )}
      {isLinking && <LinkModal email={arrival.email} onClose={() => setLinking(false)} />}
    </IdentityFrame>
  )
}

function useArrival(): Arrival {
  const [arrival] = useState(takeArrival)
  useEffect(() => {
    if (arrival.failure) toasts.error(arrival.failure)
  }, [arrival])
  return arrival
}

/** What is asked for after the password, and why it came to nothing the last time. */
function useSecondStep() {
  const [secondStep, begin] = useState<unknown>(null)
  const [failure, setFailure] = useState<string | null>(null)
  function leaveSecondStep(why: string | null) {
    setFailure(why)
    begin(null)
  }
  return { secondStep, failure, begin, leaveSecondStep }
}
