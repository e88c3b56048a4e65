import type { Transaction } from '#platform/database'
import { countWithin, type Guess, networkOf } from '#platform/limits'
import type { Message } from './outbox.ts'

const hour = 60
const day = 24 * hour

// A family that shares an address gets by with so many. A text message costs money.
const most = {
  email: { anHour: 5, aDay: 10 },
  sms: { anHour: 3, aDay: 6 },
}
const mostFromOneNetworkAnHour = 100

/**
 * Counts a message that somebody is about to cause who has not shown who they are, or says that it is one too many: then
 * it must not be written. Each kind has its own count in a business, so that who fills somebody's mailbox with one kind
 * doesn't keep the others from them; all kinds of all businesses together have twice as many. The address is that of the
 * call; a job, whose call was counted, has none.
 */
export async function strangerMayCause(
  tx: Transaction,
  { kind, to }: Pick<Message, 'kind' | 'to'>,
  address: string | null,
): Promise<boolean> {
  const { anHour, aDay } = to.includes('@') ? most.email : most.sms
  const mailbox = mailboxOf(to)
  const own = `${tx.businessId} ${kind} ${mailbox}`
  const counts: Guess[] = [
    { limit: { kind: 'message an hour', most: anHour, minutes: hour }, subject: own },
    { limit: { kind: 'message a day', most: aDay, minutes: day }, subject: own },
    { limit: { kind: 'any message an hour', most: 2 * anHour, minutes: hour }, subject: mailbox },
    { limit: { kind: 'any message a day', most: 2 * aDay, minutes: day }, subject: mailbox },
  ]
  if (address !== null)
    // First, so that a network that has had its share uses up nobody's mailbox.
    counts.unshift({
      limit: { kind: 'message from', most: mostFromOneNetworkAnHour, minutes: hour },
      subject: networkOf(address),
    })
  for (const count of counts) if (!(await countWithin(tx, count))) return false
  return true
}

/** Where a message ends up, however its address is spelt: what follows a plus sign is the same mailbox. */
function mailboxOf(to: string): string {
  const address = to.toLowerCase().replace(/\+[^@]*(?=@)/, '')
  const [name = '', host = ''] = address.split('@')
  // There dots in a name mean nothing.
  return /^(gmail|googlemail)\.com$/.test(host) ? `${name.replaceAll('.', '')}@gmail.com` : address
}
