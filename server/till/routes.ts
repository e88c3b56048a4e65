import type { z } from 'zod'
import type { receiptsApi } from '#contract/till/receipts.ts'
import type { tillReloadApi } from '#contract/till/till-reload.ts'
import type { tillApi } from '#contract/till/till.ts'
import type { Call, Handlers } from '#platform/call'
import { notFound } from '#platform/refusals'
import { tillLookup } from './find.ts'
import { tillBalance, tillCapture, tillHold, tillRelease } from './holds.ts'
import { orDeclined } from './receipt.ts'
import { findReceipt, tillReceipt } from './receipts.ts'
import { tillRefund } from './refunds.ts'
import { tillReload, tillVoidReload } from './reloads.ts'

type DemoTill = (
  call: Call<typeof tillApi.getDemoTill>,
) => Promise<z.input<typeof tillApi.getDemoTill.output>>

/** What tills do, by the API keys of their venues; with a key to play with in the demo, and nowhere else. */
export function tillRoutes(demoTill: DemoTill | null): Handlers<typeof tillApi> {
  return {
    tillLookup,
    tillBalance: (call) => orDeclined(call.who, 'Balance', () => tillBalance(call)),
    tillHold: (call) => orDeclined(call.who, 'Hold', () => tillHold(call)),
    tillCapture: (call) => orDeclined(call.who, 'Capture', () => tillCapture(call)),
    tillRelease: (call) => orDeclined(call.who, 'Release', () => tillRelease(call)),
    tillRefund: (call) => orDeclined(call.who, 'Refund', () => tillRefund(call)),
    getDemoTill: async (call) => {
      if (!demoTill) throw notFound('The page')
      return demoTill(call)
    },
  }
}

/** What tills are paid for cards, and the receipts that come back to them. */
export const tillReloadRoutes: Handlers<typeof tillReloadApi> = {
  tillReload: (call) => orDeclined(call.who, 'Reload', () => tillReload(call)),
  tillVoidReload: (call) => orDeclined(call.who, 'Void', () => tillVoidReload(call)),
  tillReceipt,
}

/** Receipts that come back to the staff. */
export const receiptRoutes: Handlers<typeof receiptsApi> = { findReceipt }
