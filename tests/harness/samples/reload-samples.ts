/** The part of `samples` that is of reloads, and of what comes of them. */
export const reloadSamples = {
  reloadCard: { body: { Amount: 5, Note: 'A sample' } },
  listHeldTransactions: { body: { Secret: 'S'.repeat(43) } },
  tillReload: { body: { Code: 'nobody', Amount: 5, Tender: 'Cash' as const } },
  tillVoidReload: { body: {} },
  tillReceipt: {},
  findReceipt: {},
}
