import { purposeOfRows, type SealedColumn, type Vault } from '#platform/secrets'

const contextOf = (businessId: string) => `calendar ${businessId}`

export const sealedCalendarLinks: SealedColumn = {
  table: 'calendar_link',
  column: 'sealed',
  key: { column: 'business_id', type: 'text' },
  isOfBusiness: true,
  purpose: purposeOfRows,
  contextFrom: ['business_id'],
  contextOf: ([businessId]) => contextOf(businessId!),
}

/** The secret as its row keeps it, to be shown again. */
export function sealLink(vault: Vault | null, businessId: string, secret: string): Buffer {
  if (!vault) throw new Error('a link to a calendar can not be made without the installation’s secret')
  return vault.seal(Buffer.from(secret), contextOf(businessId))
}

/** The secret; null if it was sealed with another one than the installation's. */
export function openLink(vault: Vault | null, businessId: string, sealed: Buffer): string | null {
  return vault?.open(sealed, contextOf(businessId))?.toString() ?? null
}
