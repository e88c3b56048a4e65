const Secret = 'S'.repeat(43)

/** The part of `samples` that is of reloads, of receipts, and of the holders of cards. */
export const reloadSamples = {
  reloadCard: { body: { Amount: 5, Note: 'A sample' } },
  getCardClaim: {},
  claimCard: { body: { Secret } },
  requestCardLink: {},
  readHeldCard: { body: { Secret } },
  listHeldTransactions: { body: { Secret } },
  beginHolderReload: { body: { Secret, Amount: 5 } },
  readHolderReload: { body: { Secret } },
  listFailedReloadRefunds: {},
  retryReloadRefund: {},
  settleReloadRefund: { body: { Note: 'In cash.' } },
  tillReload: { body: { Code: 'nobody', Amount: 5, Tender: 'Cash' as const } },
  tillVoidReload: { body: {} },
  tillReceipt: {},
  findReceipt: {},
}
