import { workGently } from '#platform/jobs'
import type { Surroundings } from '#server/wallets/surroundings'
import { countPutOff, startTellingPhones, type TellPayload } from './news.ts'
import { finishRollouts } from './rollouts.ts'
import { tellApple } from './tell-apple.ts'
import { tellGoogle } from './tell-google.ts'

/**
 * Tells the wallets of a business's passes what has changed, batch by batch until nothing is left. What one wallet can't be
 * told keeps neither the other waiting nor what comes after it. As long as there is such, the job fails and is tried again.
 */
export async function tellWallets(around: Surroundings, { businessId }: TellPayload): Promise<void> {
  const { database } = around
  const db = database.forTenant(businessId)
  const refusals: unknown[] = []
  const outcomes = await Promise.allSettled(
    [tellApple, tellGoogle].map((tell) => workGently(() => tell(around, db, refusals))),
  )
  await finishRollouts(db)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  const isDone = outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value)
  if (!isDone) return database.transaction(businessId, (tx) => startTellingPhones(tx))
  for (const refusal of refusals) throw refusal
  const putOff = await countPutOff(db)
  if (putOff > 0) throw new Error(`${putOff} passes wait until wallets can be told of them again`)
}
