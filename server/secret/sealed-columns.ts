import type { SealedColumn } from '#platform/secrets'
import { sealedCalendarLinks } from '#server/events/calendar'
import { sealedFactors } from '#server/identity/factors'
import { sealedSigningKeys } from '#server/identity/sessions'
import { sealedMessages } from '#server/messaging'
import { sealedWalletKeys } from '#server/wallets/signing'

/** Everything in the database that the installation's secret opens, but for its own check. A test asks for all of it. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSigningKeys,
  ...sealedFactors,
  sealedWalletKeys,
  sealedMessages,
  sealedCalendarLinks,
]
