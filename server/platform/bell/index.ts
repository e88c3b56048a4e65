export { bellChannel, bellSubject, forgetBellOf, quietBell, ringBell } from './bell.ts'
