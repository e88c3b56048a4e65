import type { HolderReload, HolderReloadPayment } from '#contract/cards/holder-reload.ts'
import { money } from '#patron/kit/shell.tsx'

/** Dollars that somebody has typed; null for anything else. */
export function amountIn(text: string | null): number | null {
  const typed = (text ?? '')
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '')
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : null
}

/** How much can be added, in words; nothing where it is any amount. */
export function roomInWords({ FitsOnCard, FitsToday }: HolderReload): string | undefined {
  const parts = [
    FitsOnCard !== null && `${money(FitsOnCard)} still fits on this card`,
    FitsToday !== null && `${money(FitsToday)} can still be added today`,
  ].filter(Boolean)
  return parts.length === 0 ? undefined : `${parts.join(', and ')}.`
}

type News = { kind: 'success' | 'warning' | 'error'; text: string }

/** What has become of a payment, for whoever comes from it; what was given back is told later, too. */
export function whatBecame(latest: HolderReloadPayment | null, hasPaid: boolean): News | null {
  if (!latest) return null
  const amount = money(latest.Amount)
  const why = latest.Refusal === null ? '' : ` ${latest.Refusal}`
  const failed = `${amount} could not be put on your card.${why}`
  if (latest.State === 'Refunding') return { kind: 'warning', text: `${failed} It is given back to you.` }
  if (latest.State === 'Refunded')
    return {
      kind: 'warning',
      text: latest.IsGivenBackByHand
        ? `${failed} The club has given it back to you.`
        : `${failed} It was given back to you: that takes some days to arrive.`,
    }
  if (latest.State === 'RefundFailed')
    return {
      kind: 'error',
      text: `${failed} It could not be given back either: please ask the club, who know of it.`,
    }
  return hasPaid ? justNow(latest, amount) : null
}

function justNow({ State, ReceiptNumber, IsOnOtherCard }: HolderReloadPayment, amount: string): News {
  if (State === 'Paid') {
    const where = IsOnOtherCard ? 'the card that has taken this one’s place' : 'your card'
    return { kind: 'success', text: `${amount} is on ${where}. Receipt: ${ReceiptNumber}` }
  }
  if (State === 'Expired')
    return { kind: 'warning', text: 'The payment was not made. Nothing was taken from you.' }
  return {
    kind: 'warning',
    text: 'Your payment has not arrived yet. If you have paid, it is put on your card as soon as it does: look again in a while.',
  }
}
