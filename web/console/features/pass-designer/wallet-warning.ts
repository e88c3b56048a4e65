import type { WalletSetup } from '#contract/wallets.ts'
import { formatDate } from '#ui/format.ts'

// Apple's certificates last a year, and a new one takes people a while to get.
const warnedDaysAhead = 30

type Warning = { readonly title: string; readonly text: string }

/** What whoever runs the server has to set up or renew for passes to be installed; null if all is well. */
export function walletWarning({ Apple, Google }: WalletSetup, now: Date): Warning | null {
  const missing = [
    ...(Apple.IsReady ? [] : ['Apple Wallet takes no passes: Apple’s certificates are not set up.']),
    ...(Google.IsReady ? [] : ['Google Wallet takes no passes: no service account is set up.']),
  ]
  if (missing.length > 0) return { title: 'Passes are for trying out only.', text: missing.join(' ') }
  return expiry(Apple.CertificateExpires, now)
}

function expiry(expires: string | null, now: Date): Warning | null {
  if (expires === null) return null
  const days = (Date.parse(expires) - now.getTime()) / 86_400_000
  if (days > warnedDaysAhead) return null
  const text = 'Without a new one, Apple Wallet takes no passes and hears of no changes.'
  return days <= 0
    ? { title: 'Apple’s certificate has run out.', text }
    : { title: `Apple’s certificate runs out on ${formatDate(expires)}.`, text }
}
