export { createAdminCommand } from './create-admin.ts'
export { resetPasswordCommand } from './reset-password.ts'
export { unlockCommand } from './unlock.ts'
