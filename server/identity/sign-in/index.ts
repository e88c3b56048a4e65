export { prove } from './prove.ts'
export {
  checkCredentials,
  type Credentials,
  enter,
  type Entered,
  refresh,
  signIn,
  signOut,
} from './sign-in.ts'
