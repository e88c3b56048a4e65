import { proveAgain, whyProve } from '#contract/access/step-up.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import { Refusal } from '#platform/refusals'

/**
 * Refuses what moves money or authority to a caller who hasn't shown lately who they are, before anything is done. The
 * session itself is asked, not what is remembered of it: these calls are few.
 */
export async function requireProof(
  gate: { hasProvenLately(who: Who): Promise<boolean> },
  row: Endpoint,
  { who, query, body }: { readonly who: Who; readonly query: unknown; readonly body: unknown },
): Promise<void> {
  const sentence = whyProve(row, { query, body })
  if (sentence === null || (await gate.hasProvenLately(who))) return
  throw new Refusal(403, proveAgain, sentence)
}
