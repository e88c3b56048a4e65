import type { z } from 'zod'
import { newKey } from '#console/connection/intents.ts'
import { type Endpoint, ErrorBody } from '#contract/endpoint.ts'
import type { Tender } from '#contract/till/tender.ts'
import { tillReloadApi } from '#contract/till/till-reload.ts'
import { tillApi, type TillFound, type TillReceipt, type TillSource } from '#contract/till/till.ts'

export type DemoTill = z.infer<typeof tillApi.getDemoTill.output>

/** What a till hears: an answer, or why not, with what it prints of that. */
export type Heard<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; receipt: readonly string[] }

type Sale = { Amount?: number; Reference?: string }

/** What a sale is paid with. */
export type Means = { Source: TillSource; PointsTypeId?: string }

/**
 * The calls of a till, made as a till makes them: with its key, and nobody signed in. What got no answer keeps its
 * idempotency key until it does, so that trying it again doesn't do it twice.
 */
export function tillCallsOf(till: DemoTill) {
  const unanswered = new Map<string, string>()
  const ask = async <Data>(row: Endpoint, body: object, ids: Record<string, string> = {}) => {
    const values: Record<string, string> = { businessId: till.BusinessId, ...ids }
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    )
    const content = JSON.stringify(body)
    const intent = `${path} ${content}`
    const key = unanswered.get(intent) ?? newKey()
    unanswered.set(intent, key)
    const answer = await fetch(path, {
      method: row.method,
      headers: {
        authorization: `Bearer ${till.Secret}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(row.method !== 'GET' && { body: content }),
    })
    const told = await heard<Data>(answer)
    // A fault or 'still in flight' doesn't tell what became of it.
    if (answer.status < 500 && answer.status !== 409) unanswered.delete(intent)
    return told
  }
  return {
    lookUp: (Code: string) => ask<TillFound>(tillApi.tillLookup, { Code }),
    hold: (sale: Sale & Means & { Code: string }) => ask<TillReceipt>(tillApi.tillHold, sale),
    capture: (holdId: string, sale: Sale) => ask<TillReceipt>(tillApi.tillCapture, sale, { holdId }),
    release: (holdId: string) => ask<TillReceipt>(tillApi.tillRelease, {}, { holdId }),
    refund: (transactionId: string, sale: Sale) =>
      ask<TillReceipt>(tillApi.tillRefund, sale, { transactionId }),
    reload: (paid: { Code: string; Amount: number; Tender: Tender }) =>
      ask<TillReceipt>(tillReloadApi.tillReload, paid),
    voidReload: (transactionId: string) =>
      ask<TillReceipt>(tillReloadApi.tillVoidReload, {}, { transactionId }),
    receipt: (receiptNumber: string) => ask<TillReceipt>(tillReloadApi.tillReceipt, {}, { receiptNumber }),
  }
}

async function heard<Data>(response: Response): Promise<Heard<Data>> {
  const content: unknown = await response.json()
  if (response.ok) return { ok: true, data: content as Data }
  const { ErrorMessage, Receipt } = ErrorBody.parse(content)
  return { ok: false, message: ErrorMessage, receipt: Receipt ?? [ErrorMessage] }
}
