import type { WalletSetup } from '#contract/passes/wallets.ts'
import { formatDate } from '#ui/text/format.ts'

// Apple's certificates last a year, and a new one takes people a while to get.
const warnedDaysAhead = 30

type Warning = { readonly title: string; readonly text: string }

/** What whoever runs the server has to set up or renew for passes to be installed; null if all is well. */
export function walletWarning({ Apple, Google }: WalletSetup, now: Date): Warning | null {
  const title = (wallets: string) => `Passes can’t be added to ${wallets} yet.`
  if (!Apple.IsReady && !Google.IsReady)
    return {
      title: title('Apple Wallet or Google Wallet'),
      text: 'Apple’s certificates and Google’s service account are not set up on this server.',
    }
  if (!Apple.IsReady)
    return { title: title('Apple Wallet'), text: 'Apple’s certificates are not set up on this server.' }
  if (!Google.IsReady)
    return { title: title('Google Wallet'), text: 'Google’s service account is not set up on this server.' }
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
