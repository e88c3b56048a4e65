import { inLane, type Tasks } from '#platform/jobs'
import {
  checkReload,
  checkReloadTask,
  findUnfinishedReloads,
  openReloadCheckout,
  openReloadTask,
  refundReload,
  refundReloadTask,
} from '#server/cards/online'
import type { Backstage } from '#server/payments'

const provider = 'payment provider'

/** What cards do in the background: the payments of holders. */
export function cardTasks(around: Backstage): Tasks {
  return {
    // Who pays looks at a page that waits for it.
    [openReloadTask]: inLane('at_once', (payload) => openReloadCheckout(around, payload), provider),
    [checkReloadTask]: inLane('at_once', (payload) => checkReload(around, payload), provider),
    [refundReloadTask]: inLane(
      'soon',
      (payload, attempt) => refundReload(around, payload, attempt),
      provider,
    ),
    find_unfinished_reloads: inLane('maintenance', () => findUnfinishedReloads(around), provider),
  }
}

/** When the recurring one is due. */
export const cardSchedule = ['*/5 * * * * find_unfinished_reloads']
