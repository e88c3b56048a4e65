import { forget, recall, rememberInTab } from '#patron/kit/tab-memory.ts'

/** How somebody comes to a form's page. */
export type Visit = {
  readonly formId: string
  /** Of a session that was started, from the e-mailed link or from this very tab. */
  readonly secret: string | null
  /** Of a link that was sent to a member. */
  readonly link: string | null
  /** Of a link that stops reminders. */
  readonly stop: string | null
  /** Of a link that asks a proposer or seconder. */
  readonly sponsor: string | null
  readonly isPreview: boolean
  /** Whether they come back from paying. */
  readonly hasPaid: boolean
}

const keyOf = (formId: string) => `hub.request.${formId}`

/** Reads the address, and takes what is secret out of it again: addresses are shown, kept and shared. */
export function arrival(formId: string): Visit {
  const hash = location.hash.slice(1)
  const query = new URLSearchParams(location.search)
  const given = /^(link|stop|sponsor)=(.+)$/.exec(hash || keptLink(history.state))
  // Who comes by a link of their own doesn't go on with what somebody else began in this tab.
  if (hash !== '' && given?.[1] === 'link') dropSecret(formId)
  const secret = hash !== '' && !given ? hash : recall(keyOf(formId))
  const hasPaid = query.has('paid') || (hash === '' && isKeptAsPaid(history.state))
  // A reload finds the link and the payment here; another visit of the same page doesn't.
  if (hash !== '' || query.has('paid'))
    history.replaceState(given ? { link: given[0] } : hasPaid ? { hasPaid } : null, '', location.pathname)
  if (secret) keepSessionSecret(formId, secret)
  return {
    formId,
    secret,
    // What it has led to is gone on with.
    link: given?.[1] === 'link' && secret === null ? (given[2] ?? null) : null,
    stop: given?.[1] === 'stop' ? (given[2] ?? null) : null,
    sponsor: given?.[1] === 'sponsor' ? (given[2] ?? null) : null,
    isPreview: query.get('preview') === 'yes',
    hasPaid,
  }
}

function keptLink(state: unknown): string {
  return typeof state === 'object' && state !== null && 'link' in state ? String(state.link) : ''
}

function isKeptAsPaid(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasPaid' in state
}

/** Remembers a session for as long as the tab is open: through a reload, and through paying elsewhere. */
export function keepSessionSecret(formId: string, secret: string): void {
  rememberInTab(keyOf(formId), secret)
}

/** Forgets it, for somebody who wants to start anew. */
export function dropSecret(formId: string): void {
  forget(keyOf(formId))
}
