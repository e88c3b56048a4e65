export { rotateSecretCommand } from './rotate-secret.ts'
