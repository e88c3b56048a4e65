// What a page of the console begins with, apart from all else: the script that asks for it is a few lines.

/** What is asked for before anything is shown. */
export const firstPaths = {
  settings: '/api/console/settings',
  token: '/identity/token',
  me: '/api/cherrypay/v1/me',
} as const

/**
 * The cookie that tells a page whether asking for a token makes sense: there beside the session's own, which no script
 * sees. It opens nothing.
 */
export const sessionMark = 'hub_signed_in'

/** The session's own cookie; by https it has a prefix, and comes along with every page. */
export const sessionCookieName = 'hub_session'
