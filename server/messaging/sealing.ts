import { goneSecret, type OutboxChannel } from '#contract/messaging/outbox.ts'
import { purposeOfRows, type SealedColumn, type Vault } from '#platform/secrets'

/** Whom a message is for. What is sealed for one recipient doesn't open in a message to another. */
export type Addressed = {
  readonly businessId: string
  readonly channel: OutboxChannel
  readonly recipient: string
}

/**
 * What a row keeps of a message's text. `secret` is null where there is none and empty where it is sealed or gone; only
 * the former version wrote it out.
 */
export type Kept = { readonly body: string; readonly secret: string | null; readonly sealed: Buffer | null }

const contextOf = ({ businessId, channel, recipient }: Addressed) =>
  `outbox ${businessId} ${channel} ${recipient}`

export const sealedMessages: SealedColumn = {
  table: 'outbox_message',
  column: 'sealed',
  key: { column: 'id', type: 'bigint' },
  isOfBusiness: true,
  purpose: purposeOfRows,
  contextFrom: ['business_id', 'channel', 'recipient'],
  contextOf: ([businessId, channel, recipient]) =>
    contextOf({ businessId: businessId!, channel: channel as OutboxChannel, recipient: recipient! }),
}

/**
 * A link with something in it that nobody could guess opens something, whether or not its message says so: sixteen random
 * bytes or more, which have small letters, capitals and digits as good as always. Words that stand together have no digits.
 */
function isUnguessable(link: string): boolean {
  const runs = link.match(/[\w-]{22,}/g) ?? []
  return runs.some((run) => /[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run))
}

/** The text as a row may keep it: the whole of it sealed where it holds a secret, and without that to be read. */
export function sealText(
  vault: Vault | null,
  to: Addressed,
  { body, secret }: { body: string; secret?: string },
): Kept {
  if (secret !== undefined && (secret === '' || !body.includes(secret)))
    throw new Error('a message lacks its secret')
  const told = (secret === undefined ? body : body.replaceAll(secret, goneSecret)).replaceAll(
    /https?:\/\/\S+/g,
    (link) => (isUnguessable(link) ? goneSecret : link),
  )
  if (told === body) return { body, secret: null, sealed: null }
  if (!vault) throw new Error('a secret can not be queued without the installation’s own')
  return {
    body: told,
    secret: '',
    sealed: vault.seal(Buffer.from(body), contextOf(to)),
  }
}

/** The whole text; null if it was sealed with another secret than the installation's. */
export function openText(vault: Vault | null, to: Addressed, { body, sealed }: Kept): string | null {
  if (sealed === null) return body
  return vault?.open(sealed, contextOf(to))?.toString() ?? null
}

/** The same row without anything in clear that its recipient alone may have, as the former version left it. */
export function resealText(vault: Vault | null, to: Addressed, kept: Kept): Kept {
  const { body, secret } = kept
  if (!secret) return kept
  return body.includes(secret) ? sealText(vault, to, { body, secret }) : { body, secret: '', sealed: null }
}
