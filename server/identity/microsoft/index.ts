export { linkMicrosoft } from './linking.ts'
export { callbackPath, mountMicrosoft } from './microsoft-routes.ts'
