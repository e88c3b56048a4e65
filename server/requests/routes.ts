import { counterApi } from '#contract/payments/counter.ts'
import { refundsApi } from '#contract/payments/refunds.ts'
import { deskApi } from '#contract/requests/desk.ts'
import { outlookApi } from '#contract/requests/outlook.ts'
import { patronApi } from '#contract/requests/patron.ts'
import { remindersApi } from '#contract/requests/reminders.ts'
import { requestFilesApi } from '#contract/requests/request-files.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { requestsApi } from '#contract/requests/requests.ts'
import { reviewApi } from '#contract/requests/review.ts'
import { sponsorsApi } from '#contract/requests/sponsors.ts'
import type { Handlers, Mount } from '#platform/call'
import type { Settings } from '#platform/settings'
import { addressOf, addressServiceOf } from '#server/members/addresses'
import type { Surroundings } from '#server/payments'
import { giveDiscount, refundAtCounter, sendPaymentLink, takePayment } from '#server/requests/counter'
import {
  acceptMembershipRequest,
  acceptRenewalRequest,
  acceptRequests,
  addRequestNote,
  askSponsorsAgain,
  assignRequest,
  getNextRequest,
  getRejectionReasons,
  listDeciders,
  putRequestBack,
  reject,
  listMembershipRequests,
  listRenewalRequests,
  requestDetail,
  refundPayment,
  retryRefund,
  saveRejectionReasons,
  settleRefund,
} from '#server/requests/decisions'
import { applyAtDesk, renewAtDesk } from '#server/requests/desk'
import {
  findForm,
  createRequestForm,
  getRequestForm,
  listFormSummaries,
  listRequestForms,
  updateRequestForm,
  getPublicForm,
} from '#server/requests/forms'
import { getMemberOutlook } from '#server/requests/outlook'
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
import {
  countForeseenReminders,
  listRenewalReminders,
  previewReminders,
  setReminderOptOut,
  stopReminders,
} from '#server/requests/reminders'
import { readSession } from '#server/requests/sessions'
import { answerSponsorship, describeSponsorship } from '#server/requests/sponsors'
import { addRequestFile, getRequestFile } from '#server/requests/uploads'

// What a design of passes asks before it is retired.
export { formsGiving } from '#server/requests/forms'
// What follows when somebody may do less than before.
export { giveBackRequests } from '#server/requests/decisions'

/** All that has to do with applications and renewals. */
export function mountRequests(mount: Mount, around: Surroundings, settings: Settings): void {
  mount(requestFormsApi, requestFormRoutes(around))
  mount(requestsApi, requestRoutes)
  mount(reviewApi, reviewRoutes(around))
  mount(deskApi, deskRoutes(around))
  mount(remindersApi, reminderRoutes)
  mount(outlookApi, { getMemberOutlook })
  mount(requestFilesApi, { addRequestFile, getRequestFile })
  mount(sponsorsApi, { describeSponsorship, answerSponsorship })
  mount({ ...refundsApi, ...counterApi }, moneyRoutes(around))
  mount(patronApi, patronRoutes(around, settings))
}

/** The forms: configured by administrators, named for everybody. */
function requestFormRoutes(around: Surroundings): Handlers<typeof requestFormsApi> {
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
const requestRoutes: Handlers<typeof requestsApi> = {
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
}

/** What is done with requests before and after they are decided on. */
function reviewRoutes(around: Surroundings): Handlers<typeof reviewApi> {
  return {
    acceptRequests,
    putRequestBack,
    assignRequest,
    addRequestNote,
    askSponsorsAgain: (call) => askSponsorsAgain(call, around),
    getNextRequest,
    listDeciders,
    getRejectionReasons,
    saveRejectionReasons,
  }
}

/** Forms that are filled in at the desk. */
function deskRoutes(around: Surroundings): Handlers<typeof deskApi> {
  return {
    applyAtDesk: (call) => applyAtDesk(call, around),
    renewAtDesk: (call) => renewAtDesk(call, around),
  }
}

/** The reminders to renew: those that went out, and those that will. */
const reminderRoutes: Handlers<typeof remindersApi> = {
  listRenewalReminders,
  previewReminders,
  countForeseenReminders,
  setReminderOptOut,
}

/** The counter, where money is taken and given back, and what could not be given back, for those who settle it. */
function moneyRoutes(around: Surroundings): Handlers<typeof counterApi & typeof refundsApi> {
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
function patronRoutes(around: Surroundings, settings: Settings): Handlers<typeof patronApi> {
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
