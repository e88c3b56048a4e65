import type { patronApi } from '#contract/patron.ts'
import type { requestFormsApi } from '#contract/request-forms.ts'
import type { requestsApi } from '#contract/requests.ts'
import type { Handlers } from '#platform/call.ts'
import type { Settings } from '#platform/settings.ts'
import { addressOf, addressServiceOf } from '#server/members'
import { acceptMembershipRequest, acceptRenewalRequest, reject } from './decisions.ts'
import { findForm } from './form-record.ts'
import {
  createRequestForm,
  getRequestForm,
  listFormSummaries,
  listRequestForms,
  updateRequestForm,
} from './forms.ts'
import { identifyMember, sendRenewalLink } from './identify-member.ts'
import { checkPayment, openSession, saveSession, startApplication, submitSession } from './patron-sessions.ts'
import { proveSession, sendRenewalCode } from './prove-session.ts'
import { getPublicForm } from './public-forms.ts'
import { listRenewalReminders, setReminderOptOut, stopReminders } from './reminder-wishes.ts'
import { listMembershipRequests, listRenewalRequests } from './request-lists.ts'
import { requestDetail } from './request-page.ts'
import { readSession } from './session-record.ts'
import type { Surroundings } from './surroundings.ts'
import { getTestPayment, settleTestPayment } from './test-payment-page.ts'

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

/** The pages for patrons. */
export function patronRoutes(around: Surroundings, settings: Settings): Handlers<typeof patronApi> {
  const addresses = addressServiceOf(settings)
  return {
    getPublicForm: (call) => getPublicForm(call, around),
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
