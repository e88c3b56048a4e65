export { linkMicrosoft } from './linking.ts'
export { callbackPath, mountMicrosoft } from './microsoft-routes.ts'
export { startAccepting } from './microsoft-sign-in.ts'
