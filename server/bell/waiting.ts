import { approvalAccess, readRequests } from '#contract/access/shared-reads.ts'
import { type bellApi, mostWaiting } from '#contract/bell/bell.ts'
import { mayCall } from '#platform/access'
import type { Call } from '#platform/call'
import { countApprovals } from '#server/approvals'
import { countUndecided } from '#server/requests/decisions'
import { countUnread } from './live.ts'

/** What waits for the caller: each count stops where the menu says 'more', and is none of what they may not open. */
export async function countWaiting({ db, who }: Call<typeof bellApi.countWaiting>) {
  const seesRequests = mayCall(who, readRequests, [])
  const undecided = seesRequests
    ? await countUndecided(db, who, mostWaiting)
    : { Registration: 0, Renewal: 0 }
  return {
    Unread: await countUnread(db, who.uid),
    Approvals: mayCall(who, approvalAccess, []) ? (await countApprovals({ db, who })).Count : 0,
    Applications: undecided.Registration,
    Renewals: undecided.Renewal,
  }
}
