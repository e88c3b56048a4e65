export { readDesign } from './design.ts'
export { findUntold, queueNews, tellTask } from './news.ts'
export { tellWallets } from './tell-wallets.ts'
