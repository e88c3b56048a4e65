import { workGently } from '#platform/jobs'
import type { Surroundings } from '#server/wallets/surroundings'
import { startTelling, type TellPayload } from './news.ts'
import { finishRollouts } from './rollouts.ts'
import { tellApple } from './tell-apple.ts'
import { tellGoogle } from './tell-google.ts'

/**
 * Tells the wallets of a business's passes what has changed, batch by batch until nothing is left. What one wallet can't be
 * told doesn't keep the other waiting; the job fails then, and is tried again.
 */
export async function tellWallets(around: Surroundings, { businessId }: TellPayload): Promise<void> {
  const { database } = around
  const db = database.forTenant(businessId)
  const outcomes = await Promise.allSettled(
    [tellApple, tellGoogle].map((tell) => workGently(() => tell(around, db))),
  )
  await finishRollouts(db)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  const isDone = outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value)
  if (!isDone) await database.transaction(businessId, startTelling)
}
