export { carryOver, lockReplaceable, stopCard } from './replacing.ts'
export { giveUpOrder, lockFormer, takePlace } from './posted-replacement.ts'
export { reportCardLost } from './report-lost.ts'
export { sendReplacement } from './sent-replacement.ts'
