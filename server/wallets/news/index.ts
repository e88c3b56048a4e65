export { readDesign } from './design.ts'
export { findUntold, queueNews, tellTask } from './news.ts'
export { resumeRollouts, rollOutDesign, rollOutTask } from './roll-out.ts'
export { tellWallets } from './tell-wallets.ts'
