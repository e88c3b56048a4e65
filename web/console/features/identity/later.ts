// What the first page can do without, fetched together: many small files are larger than one.
export { ResetCard } from './reset-card.tsx'
export { DemoAccounts } from './demo-accounts.tsx'
export { PasskeyButton } from './passkey/passkey-button.tsx'
export { SetPasswordCard } from './set-password-card.tsx'
export { SecondStepCard } from './second-step-card.tsx'
