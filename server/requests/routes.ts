import type { counterApi } from '#contract/payments/counter.ts'
import type { patronApi } from '#contract/requests/patron.ts'
import type { refundsApi } from '#contract/requests/refunds.ts'
import type { requestFormsApi } from '#contract/requests/request-forms.ts'
import type { requestsApi } from '#contract/requests/requests.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import { addressOf, addressServiceOf } from '#server/members/addresses'
import type { Surroundings } from '#server/payments'
import { giveDiscount, refundAtCounter, sendPaymentLink, takePayment } from '#server/requests/counter'
import {
  acceptMembershipRequest,
  acceptRenewalRequest,
  reject,
  listMembershipRequests,
  listRenewalRequests,
  requestDetail,
  refundPayment,
  retryRefund,
  settleRefund,
} from '#server/requests/decisions'
import {
  findForm,
  createRequestForm,
  getRequestForm,
  listFormSummaries,
  listRequestForms,
  updateRequestForm,
  getPublicForm,
} from '#server/requests/forms'
import {
  identifyMember,
  sendRenewalLink,
  checkPayment,
  openSession,
  saveSession,
  startApplication,
  submitSession,
  proveSession,
  sendRenewalCode,
} from '#server/requests/patron'
import { getTestPayment, settleTestPayment } from '#server/requests/payments'
import { listRenewalReminders, setReminderOptOut, stopReminders } from '#server/requests/reminders'
import { readSession } from '#server/requests/sessions'

/** The forms: configured by administrators, named for everybody. */
export function requestFormRoutes(around: Surroundings): Handlers<typeof requestFormsApi> {
  return {
    listRegistrationForms: ({ db }) => listFormSummaries(db, 'Registration'),
    listRenewalForms: ({ db }) => listFormSummaries(db, 'Renewal'),
    listRequestForms: (call) => listRequestForms(call, around),
    getRequestForm: (call) => getRequestForm(call, around),
    createRequestForm: (call) => createRequestForm(call, around),
    updateRequestForm: (call) => updateRequestForm(call, around),
  }
}

/** Applications and renewals, for those who decide on them. */
export const requestRoutes: Handlers<typeof requestsApi> = {
  listMembershipRequests,
  getMembershipRequest: async ({ db, who, params }) =>
    requestDetail(db, who, await readSession(db, who, 'Registration', params.sessionId)),
  acceptMembershipRequest,
  rejectMembershipRequest: (call) => reject(call, 'Registration'),
  listRenewalRequests,
  getRenewalRequest: async ({ db, who, params }) =>
    requestDetail(db, who, await readSession(db, who, 'Renewal', params.sessionId)),
  acceptRenewalRequest,
  rejectRenewalRequest: (call) => reject(call, 'Renewal'),
  listRenewalReminders,
  setReminderOptOut,
}

/** The counter, where money is taken and given back, and what could not be given back, for those who settle it. */
export function moneyRoutes(around: Surroundings): Handlers<typeof counterApi & typeof refundsApi> {
  return {
    refundPayment,
    retryRefund,
    settleRefund,
    takePayment,
    giveDiscount,
    sendPaymentLink: (call) => sendPaymentLink(call, around),
    refundAtCounter,
  }
}

/** The pages for patrons. */
export function patronRoutes(around: Surroundings, settings: Settings): Handlers<typeof patronApi> {
  const addresses = addressServiceOf(settings)
  return {
    getPublicForm: (call) =>
      getPublicForm(call, {
        paymentMode: around.paymentMode,
        areStreetsChecked: addresses.areStreetsChecked,
      }),
    suggestPatronAddresses: async ({ db, params, query }) => {
      await findForm(db, params.form)
      const found = await addresses.suggest(query.q)
      return {
        Results: found.map(({ Description, address_components }) => ({
          Description,
          Address: addressOf(address_components),
        })),
      }
    },
    startApplication: (call) => startApplication(call, around),
    identifyMember,
    sendRenewalLink: (call) => sendRenewalLink(call, around),
    sendRenewalCode,
    proveSession,
    openSession,
    saveSession: (call) => saveSession(call, around),
    submitSession: (call) => submitSession(call, around),
    checkPayment,
    stopReminders,
    getTestPayment: (call) => getTestPayment(call, around),
    settleTestPayment: (call) => settleTestPayment(call, around),
  }
}
