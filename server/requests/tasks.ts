import { inLane, type InPieces, type Tasks } from '#platform/jobs'
import type { Backstage } from '#server/payments'
import { finishApplication, finishRenewal } from '#server/requests/decisions'
import {
  askAboutPayment,
  closeCheckout,
  closeCheckoutTask,
  findUnfinished,
  openCheckout,
  refundRequestPayment,
  checkRefund,
  checkPaymentTask,
  checkRefundTask,
  openCheckoutTask,
  refundTask,
} from '#server/requests/payments'
import { sendReminders } from '#server/requests/reminders'
import {
  askSponsorsTask,
  forgetAbandoned,
  finishApplicationTask,
  finishRenewalTask,
  formerFinishRenewalTask,
} from '#server/requests/sessions'
import { askSponsors } from '#server/requests/sponsors'

const provider = 'payment provider'

/** What requests do in the background: payments, renewals, reminders. */
export function requestTasks(around: Backstage): Tasks {
  // Who has paid looks at a page that waits for it.
  const finish = inLane('at_once', (payload, attempt) => finishRenewal(around, payload, attempt))
  return {
    [openCheckoutTask]: inLane('at_once', (payload) => openCheckout(around, payload), provider),
    [checkPaymentTask]: inLane('at_once', (payload) => askAboutPayment(around, payload), provider),
    [closeCheckoutTask]: inLane('at_once', (payload) => closeCheckout(around, payload), provider),
    [refundTask]: inLane(
      'soon',
      (payload, attempt) => refundRequestPayment(around, payload, attempt),
      provider,
    ),
    [checkRefundTask]: inLane('soon', (payload) => checkRefund(around, payload), provider),
    [finishRenewalTask]: finish,
    [formerFinishRenewalTask]: finish,
    [askSponsorsTask]: inLane('soon', (payload) => askSponsors(around, payload)),
    [finishApplicationTask]: inLane('at_once', (payload, attempt) =>
      finishApplication(around, payload, attempt),
    ),
    find_unfinished_requests: inLane('maintenance', () => findUnfinished(around), provider),
    send_renewal_reminders: inLane('bulk', (clock: InPieces) => sendReminders(around, clock)),
    forget_abandoned_requests: inLane('maintenance', (turn: InPieces) => forgetAbandoned(around, turn)),
  }
}

/** When the recurring ones are due: reminders every hour, for those businesses where it is morning. */
export const requestSchedule = [
  '*/5 * * * * find_unfinished_requests',
  '0 * * * * send_renewal_reminders',
  '27 3 * * * forget_abandoned_requests',
]
