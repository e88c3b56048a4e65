export { bellChannel, bellSubject, forgetBellOf, quietBell, ringBell, type Tidings } from './bell.ts'
