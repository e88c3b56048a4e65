import { useRef, useState } from 'react'
import type { CardOrder } from '#contract/orders/card-orders.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import type { InHand } from './cards-in-hand.tsx'

/** Asks, before a second card of a program is ordered, whether it is meant. Put `question` on the page. */
export function useSecondCardQuestion(order: CardOrder, { second }: InHand) {
  const [isAsking, setAsking] = useState(false)
  const answered = useRef<(isMeant: boolean) => void>(undefined)

  function isMeant(): Promise<boolean> | boolean {
    if (second.cards + second.orders === 0) return true
    setAsking(true)
    return new Promise((resolve) => {
      answered.current = resolve
    })
  }

  const question = isAsking && (
    <ConfirmModal
      title="Order a second card?"
      text={secondInWords(order, second)}
      confirmLabel="Order another"
      onConfirm={async () => {
        answered.current?.(true)
        return { ok: true }
      }}
      onClose={() => {
        answered.current?.(false)
        setAsking(false)
      }}
    />
  )
  return { isMeant, question }
}

function secondInWords({ MemberDetails, CardProgramDescription }: CardOrder, second: InHand['second']) {
  const had = [
    ...(second.cards > 0 ? [second.cards === 1 ? 'a card' : `${second.cards} cards`] : []),
    ...(second.orders > 0 ? [second.orders === 1 ? 'an open order' : `${second.orders} open orders`] : []),
  ].join(' and ')
  const name = `${MemberDetails.FirstName} ${MemberDetails.LastName}`
  return `${name} has ${had} of ${CardProgramDescription} already.`
}
