export { createAdminCommand } from './create-admin.ts'
export { resetFactorCommand } from './reset-factor.ts'
export { resetPasswordCommand } from './reset-password.ts'
export { unlockCommand } from './unlock.ts'
