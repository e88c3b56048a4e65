// What people press next, or are asked, fetched together soon after the first page: it opens at once then, also without a
// connection or after a release.
export { ActionsOpened } from '#ui/table/open-menu.tsx'
export { ProveDialog } from '#app/session/prove-dialog.tsx'
export { EndedDialog, SignInAgainDialog } from '#app/session/sign-in-again-dialog.tsx'
export { AskDialog } from '#features/approvals/ask-dialog.tsx'
export { AccountItems } from './account-items.tsx'
export { MenuDrawer } from './menu-drawer.tsx'
