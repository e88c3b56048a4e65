import { IconReceipt } from '@tabler/icons-react'
import { isOpenTo } from '#console/access.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import type { Business } from '#contract/business/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { looksLikeReceipt } from '#contract/till/receipt-number.ts'
import { type FoundReceipt, receiptsApi } from '#contract/till/receipts.ts'
import { moneyText } from '#contract/values/decimals.ts'
import type { Jump } from './jump.ts'

/** The card or the member of a receipt whose number was typed. There may be none: a name can look like a number. */
export function useReceiptJump(q: string, business: Business | null) {
  const me = useMe()
  const isWanted =
    business !== null &&
    looksLikeReceipt(q) &&
    isOpenTo(me, receiptsApi.findReceipt.access, business.LicencedHubProducts)
  const businessId = business?.BusinessId ?? ''
  const { data, error } = useRead(
    receiptsApi.findReceipt,
    isWanted ? { params: { businessId, receiptNumber: q } } : null,
  )
  const found = isWanted ? data : undefined
  return {
    jumps: found ? [receiptJump(businessId, found)] : [],
    isSearching: isWanted && !found && !error,
  }
}

const words: Readonly<Record<FoundReceipt['Kind'], string>> = {
  Balance: 'balance',
  Hold: 'amount held',
  Capture: 'sale',
  Release: 'sale cancelled',
  Refund: 'refund',
  Reload: 'reload',
  Void: 'reload taken back',
}

function receiptJump(businessId: string, receipt: FoundReceipt): Jump {
  const { CardId: cardId, MemberId: memberId, Amount, Unit } = receipt
  const href =
    cardId === null
      ? pageHref('member', { businessId, memberId: memberId ?? '' })
      : pageHref('card', { businessId, cardId })
  const amount = Unit === 'AUD' ? moneyText(Amount) : `${Amount} ${Unit}`
  return {
    label: `Receipt ${receipt.ReceiptNumber}: ${words[receipt.Kind]}, ${amount}`,
    place: `${receipt.Account}, ${receipt.Place}`,
    icon: IconReceipt,
    key: `receipt ${href}`,
    href,
    isExact: true,
  }
}
