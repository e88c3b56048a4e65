import { approvalAccess } from '#contract/access/shared-reads.ts'
import { type bellApi, mostWaiting } from '#contract/bell/bell.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { mayCall } from '#platform/access'
import type { Call } from '#platform/call'
import { countApprovals } from '#server/approvals'
import { countUndecided } from '#server/requests/decisions'
import { countUnread } from './live.ts'

/** What waits for the caller: each count stops where the menu says 'more', and is none of what they may not decide. */
export async function countWaiting({ db, who }: Call<typeof bellApi.countWaiting>) {
  const decides = mayCall(who, reviewApi.assignRequest.access, [])
  const undecided = decides ? await countUndecided(db, who, mostWaiting) : { Registration: 0, Renewal: 0 }
  return {
    Unread: await countUnread(db, who.uid),
    Approvals: mayCall(who, approvalAccess, []) ? (await countApprovals({ db, who })).Count : 0,
    Applications: undecided.Registration,
    Renewals: undecided.Renewal,
  }
}
