export { identifyMember, memberByLink, sendRenewalLink } from './identify-member.ts'
export { checkPayment, openSession, saveSession, startApplication, submitSession } from './patron-sessions.ts'
export { proveSession, sendRenewalCode } from './prove-session.ts'
