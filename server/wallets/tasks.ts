import { inLane, type Tasks } from '#platform/jobs'
import {
  findUntold,
  resumeRollouts,
  rollOutDesign,
  rollOutTask,
  tellRelevance,
  tellTask,
  tellWallets,
} from '#server/wallets/news'
import type { Surroundings } from '#server/wallets/surroundings'

/** What wallets do in the background: telling phones and Google what has changed. */
export function walletTasks(around: Surroundings): Tasks {
  const { database } = around
  return {
    [tellTask]: inLane('bulk', (payload) => tellWallets(around, payload), 'wallets'),
    find_untold_wallets: inLane('maintenance', () => findUntold(database)),
    [rollOutTask]: inLane('bulk', (job) => rollOutDesign(database, job)),
    resume_design_rollouts: inLane('maintenance', () => resumeRollouts(database)),
    tell_relevance: inLane('maintenance', () => tellRelevance(database)),
  }
}

export const walletSchedule = [
  '*/10 * * * * find_untold_wallets',
  '* * * * * resume_design_rollouts',
  '23 * * * * tell_relevance',
]
