// The pages beside the way in and the console, fetched together: many small files are larger than one.
export { ConfirmEmailPage } from '#features/identity/confirm-email-page.tsx'
export { RenewedPage } from '#app/session/renewed-page.tsx'
export { NoPage } from '#app/states/no-page.tsx'
