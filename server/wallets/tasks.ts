import { inLane, type Tasks } from '#platform/jobs'
import { findUntold, tellTask, tellWallets } from '#server/wallets/news'
import type { Surroundings } from '#server/wallets/surroundings'

/** What wallets do in the background: telling phones and Google what has changed. */
export function walletTasks(around: Surroundings): Tasks {
  return {
    [tellTask]: inLane('bulk', (payload) => tellWallets(around, payload), 'wallets'),
    find_untold_wallets: inLane('maintenance', () => findUntold(around.database)),
  }
}

export const walletSchedule = ['*/10 * * * * find_untold_wallets']
