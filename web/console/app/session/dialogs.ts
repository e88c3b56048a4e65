// What asks somebody who they are, fetched together: many small files are larger than one.
export { ProveDialog } from './prove-dialog.tsx'
export { EndedDialog, SignInAgainDialog } from './sign-in-again-dialog.tsx'
