import type { Tasks } from '#platform/jobs'
import { finishRenewal } from '#server/requests/decisions'
import {
  askAboutPayment,
  findUnfinished,
  openCheckout,
  refund,
  checkRefund,
  checkPaymentTask,
  checkRefundTask,
  openCheckoutTask,
  refundTask,
} from '#server/requests/payments'
import { sendReminders } from '#server/requests/reminders'
import { forgetAbandoned, finishRenewalTask, formerFinishRenewalTask } from '#server/requests/sessions'
import type { Backstage } from '#server/requests/surroundings'

/** What requests do in the background: payments, renewals, reminders. */
export function requestTasks(around: Backstage): Tasks {
  const finish: Tasks[string] = (payload, attempt) => finishRenewal(around, payload, attempt)
  return {
    [openCheckoutTask]: (payload) => openCheckout(around, payload),
    [checkPaymentTask]: (payload) => askAboutPayment(around, payload),
    [refundTask]: (payload, attempt) => refund(around, payload, attempt),
    [checkRefundTask]: (payload) => checkRefund(around, payload),
    [finishRenewalTask]: finish,
    [formerFinishRenewalTask]: finish,
    find_unfinished_requests: () => findUnfinished(around),
    send_renewal_reminders: () => sendReminders(around),
    forget_abandoned_requests: () => forgetAbandoned(around),
  }
}

/** When the recurring ones are due, in UTC: reminders in the morning of Australia's east. */
export const requestSchedule = [
  '*/5 * * * * find_unfinished_requests',
  '0 22 * * * send_renewal_reminders',
  '27 3 * * * forget_abandoned_requests',
]
