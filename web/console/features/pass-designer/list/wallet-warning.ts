import type { WalletSetup } from '#contract/passes/wallets.ts'
import { formatDate } from '#ui/text/format.ts'

// Apple's certificates last a year, and a new one takes people a while to get.
const warnedDaysAhead = 30

type Warning = { readonly title: string; readonly text: string }

/** What whoever runs the server has to set up for passes to be installed; null if all is well. */
export function walletWarning({ Apple, Google }: WalletSetup): Warning | null {
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
  return null
}

const dayMs = 86_400_000

/** How long Apple's certificates last, whichever ends first; null where none is set up. */
export function certificateNote({ Apple }: WalletSetup, now: Date): (Warning & { level: Level }) | null {
  const ends = [Apple.CertificateExpires, Apple.AuthorityExpires].filter((end) => end !== null)
  const [first] = ends.toSorted()
  if (first === undefined) return null
  const days = Math.floor((Date.parse(first) - now.getTime()) / dayMs)
  const name = first === Apple.CertificateExpires ? 'Apple’s certificate' : 'Apple’s WWDR certificate'
  const text = 'Without a new one, Apple Wallet takes no passes and hears of no changes.'
  if (Date.parse(first) <= now.getTime()) return { level: 'wrong', title: `${name} has run out.`, text }
  const left = days === 1 ? '1 day' : `${days} days`
  if (days < warnedDaysAhead)
    return { level: 'warning', title: `${name} runs out on ${formatDate(first)}, in ${left}.`, text }
  return { level: 'calm', title: `${name} lasts another ${left}, until ${formatDate(first)}.`, text: '' }
}

type Level = 'calm' | 'warning' | 'wrong'
