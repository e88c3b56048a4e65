import type { TellPayload } from './news.ts'
import type { Surroundings } from './surroundings.ts'
import { tellApple } from './tell-apple.ts'
import { tellGoogle } from './tell-google.ts'

/**
 * Tells the wallets of a business's passes what has changed, batch by batch until nothing is left. What one wallet can't be
 * told doesn't keep the other waiting; the job fails then, and is tried again.
 */
export async function tellWallets(around: Surroundings, { businessId }: TellPayload): Promise<void> {
  const db = around.database.forBusiness(businessId)
  const untilDone = async (tell: typeof tellApple) => {
    while ((await tell(around, db)) > 0);
  }
  const outcomes = await Promise.allSettled([untilDone(tellApple), untilDone(tellGoogle)])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
