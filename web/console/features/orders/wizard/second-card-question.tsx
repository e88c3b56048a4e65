import { useRef, useState } from 'react'
import type { CardOrder } from '#contract/orders/card-orders.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import type { InHand } from './cards-in-hand.tsx'

/**
 * Asks, before a second card of a program is ordered, whether it is meant; also where nobody can say whether it is one. Put
 * `question` on the page.
 */
export function useSecondCardQuestion(order: CardOrder, inHand: Pick<InHand, 'second'>) {
  const [asked, setAsked] = useState<string | null>(null)
  const answered = useRef<(isMeant: boolean) => void>(undefined)

  async function isMeant(): Promise<boolean> {
    const second = await inHand.second()
    if (second !== null && second.cards + second.orders === 0) return true
    setAsked(second === null ? unknown : secondInWords(order, second))
    return new Promise((resolve) => {
      answered.current = resolve
    })
  }

  const question = asked !== null && (
    <ConfirmModal
      title="Order a second card?"
      text={asked}
      confirmLabel="Order another"
      onConfirm={async () => {
        answered.current?.(true)
        return { ok: true }
      }}
      onClose={() => {
        answered.current?.(false)
        setAsked(null)
      }}
    />
  )
  return { isMeant, question }
}

const unknown = 'The cards this member has could not be loaded: it may be that they have one already.'

type Second = NonNullable<Awaited<ReturnType<InHand['second']>>>

function secondInWords({ MemberDetails, CardProgramDescription }: CardOrder, second: Second) {
  const had = [
    ...(second.cards > 0 ? [second.cards === 1 ? 'a card' : `${second.cards} cards`] : []),
    ...(second.orders > 0 ? [second.orders === 1 ? 'an open order' : `${second.orders} open orders`] : []),
  ].join(' and ')
  const name = `${MemberDetails.FirstName} ${MemberDetails.LastName}`
  return `${name} has ${had} of ${CardProgramDescription} already.`
}
