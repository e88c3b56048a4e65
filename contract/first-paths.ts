// What a page of the console begins with, apart from all else: the script that asks for it is a few lines.

/** What is asked for before anything is shown. */
export const firstPaths = {
  settings: '/api/console/settings',
  token: '/identity/token',
  me: '/api/cherrypay/v1/me',
} as const

/** What every page of a business asks for first; `$1` is the business of the address. */
export const firstOfBusiness = '/api/business/summary?businessId=$1'

/**
 * Pages that people open first: what they are made in, and what they ask for as long as their address says nothing more.
 * Both come side by side with the scripts that would ask for them.
 */
export const firstPages: readonly {
  page: string
  module: string
  needs?: string
  reads: readonly string[]
}[] = [
  { page: '', module: 'console/app/home-page.tsx', reads: [] },
  {
    page: 'members',
    module: 'console/app/member/members-page.tsx',
    needs: 'Member.Search',
    reads: [
      '/api/cherrypay/v1/$1/members',
      '/api/cherrypay/v1/$1/configuration/member-data/Status?includeRetired=true',
    ],
  },
]

/** Where pages are that look the same whoever is signed in: there is no menu beside them. */
export const besidePaths = {
  confirmEmail: '/confirm-email',
  setPassword: '/set-password',
  /** Where Microsoft's window comes back to, once somebody has signed in again there. */
  renewed: '/signed-in-again',
  /** All addresses that begin with it. */
  dev: '/dev/',
} as const

/** Where the link of a ticket leads that was sent by e-mail. */
export function ticketPath(page: 'confirmEmail' | 'setPassword', ticket: string): string {
  return `${besidePaths[page]}?ticket=${ticket}`
}

/**
 * The cookie that tells a page whether asking for a token makes sense: there beside the session's own, which no script
 * sees. It opens nothing.
 */
export const sessionMark = 'hub_signed_in'

/** The session's own cookie; by https it has a prefix, and comes along with every page. */
export const sessionCookieName = 'hub_session'
