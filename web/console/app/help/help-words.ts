import type { PageName } from '#contract/console-paths.ts'

/** A few sentences about a page, and where one goes on from it. */
export type PageHelp = {
  readonly sentences: readonly string[]
  readonly next: { readonly page: PageOfBusiness | PageOfAll; readonly label: string }
}

// A link from anywhere: of these pages no more is asked than the business one is in.
type PageOfAll = Extract<PageName, 'account' | 'businesses' | 'administrators' | 'outbox' | 'failedJobs'>
type PageOfBusiness = Extract<
  PageName,
  | 'home'
  | 'members'
  | 'newMember'
  | 'memberImports'
  | 'events'
  | 'newEvent'
  | 'visitors'
  | 'cards'
  | 'cardOrders'
  | 'cardBureau'
  | 'passDesigns'
  | 'membershipRequests'
  | 'renewalRequests'
  | 'renewalReminders'
  | 'requestForms'
  | 'payments'
  | 'reports'
  | 'users'
  | 'roles'
  | 'approvals'
  | 'audit'
  | 'configuration'
  | 'settings'
>
