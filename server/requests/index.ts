import type { Tasks } from '#platform/jobs.ts'
import { forgetAbandoned } from './abandoned.ts'
import { askAboutPayment, findUnfinished, openCheckout, refund } from './payment-jobs.ts'
import { checkPaymentTask, openCheckoutTask, refundTask } from './payments.ts'
import { sendReminders } from './reminders.ts'
import { finishRenewal } from './renewals.ts'
import { finishRenewalTask, formerFinishRenewalTask } from './submission.ts'
import type { Backstage } from './surroundings.ts'

export { firstPayment } from './request-lists.ts'
export { sessionVisibleTo } from './session-record.ts'
export { patronRoutes, requestFormRoutes, requestRoutes } from './routes.ts'
export { serveStripeWebhook } from './stripe-webhook.ts'
export {
  type Backstage as RequestBackstage,
  type Surroundings as RequestSurroundings,
  surroundingsOf as requestSurroundings,
} from './surroundings.ts'

/** What requests do in the background: payments, renewals, reminders. */
export function requestTasks(around: Backstage): Tasks {
  const finish: Tasks[string] = (payload, attempt) => finishRenewal(around, payload, attempt)
  return {
    [openCheckoutTask]: (payload) => openCheckout(around, payload),
    [checkPaymentTask]: (payload) => askAboutPayment(around, payload),
    [refundTask]: (payload) => refund(around, payload),
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
export { mergeRequests } from './merge.ts'
export { endRenewalsAstray } from './end-astray.ts'
