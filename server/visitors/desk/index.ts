export { checkOutVisitor } from './check-out.ts'
export { findVisitorHost, getVisitorDesk } from './desk.ts'
export { signInVisitor } from './sign-in.ts'
