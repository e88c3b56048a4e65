import { moneyText } from '#contract/values/decimals.ts'
import type { AuditEntry } from './audit.ts'

type Told = (name: string, entry: AuditEntry) => string | null

/**
 * What was moved, sent or decided, where the fields of an entry tell it; null where they don't, as to those from whom
 * they are withheld.
 */
export const toldDeeds: Readonly<Record<string, Told>> = {
  awardPoints: (name, entry) => told(pointsIn(entry, 1), (points) => `awarded ${points} to ${name}`),
  reversePoints: (name, entry) =>
    told(pointsIn(entry, -1), (points) => `took back ${points} from ${name}`) ??
    told(pointsIn(entry, 1), (points) => `gave ${points} back to ${name}`),
  transferPointsToCard: (name, entry) =>
    told(pointsIn(entry, -1), (points) => `transferred ${points} of ${name} to a card`),
  transferPointsToPass: (name, entry) =>
    told(pointsIn(entry, -1), (points) => `transferred ${points} of ${name} to a purse`),
  transferPassToPoints: (name, entry) =>
    told(moneyIn(entry, 'Purse', -1), (money) => `turned ${money} of ${name} back into points`),
  reloadCard: (name, entry) => told(moneyIn(entry, 'Balance', 1), (money) => `put ${money} on ${name}`),
  deposit: (_, entry) =>
    told(moneyIn(entry, 'Balance', 1), (money) => `deposited ${money} into the disbursement account`),
  issueMemberCard: sent,
  issueNonMemberCard: sent,
  acceptMembershipRequest: decided,
  rejectMembershipRequest: decided,
  acceptRenewalRequest: decided,
  rejectRenewalRequest: decided,
  acceptRequests: decided,
  putRequestBack: (name) => `put the request of ${name} back`,
  addRequestNote: (name) => `wrote a note on the request of ${name}`,
  askSponsorsAgain: (name) => `asked proposer and seconder of ${name} again`,
  assignRequest: (name, { After }) =>
    After?.['Assigned to']
      ? told(After['Assigned to'], (whom) => `gave the request of ${name} to ${whom}`)
      : null,
}

function sent(name: string, { After }: AuditEntry): string | null {
  const value = After?.['Initial value']
  return cents(value) === null ? null : told(value, (money) => `sent ${name} with ${money}`)
}

function decided(name: string, { After }: AuditEntry): string | null {
  const decision = After?.['Decision']
  return decision === 'Accepted' || decision === 'Rejected'
    ? `${decision.toLowerCase()} the request of ${name}`
    : null
}

function told(what: unknown, deed: (words: string) => string): string | null {
  return typeof what === 'string' ? deed(what) : null
}

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })

/** How many points of a type were moved that way: '50 points', '50 Bistro points'. */
function pointsIn({ Before, After }: AuditEntry, way: 1 | -1): string | null {
  const [type = '', before] = Object.entries(Before ?? {})[0] ?? []
  const after = After?.[type]
  if (typeof before !== 'number' || typeof after !== 'number') return null
  const moved = (Math.round(after * 100) - Math.round(before * 100)) * way
  if (moved <= 0) return null
  const unit = moved === 100 ? 'point' : 'points'
  const kind = type.replace(/\s*points?$/i, '')
  return [number.format(moved / 100), kind, unit].filter(Boolean).join(' ')
}

/** How much money went that way. */
function moneyIn({ Before, After }: AuditEntry, field: string, way: 1 | -1): string | null {
  const [before, after] = [cents(Before?.[field]), cents(After?.[field])]
  if (before === null || after === null) return null
  const moved = (after - before) * way
  return moved > 0 ? moneyText(moved / 100) : null
}

function cents(money: unknown): number | null {
  if (typeof money !== 'string' || !/^-?\$[\d,]+\.\d\d$/.test(money)) return null
  return Math.round(Number(money.replaceAll(/[$,]/g, '')) * 100)
}
