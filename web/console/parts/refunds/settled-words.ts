/** What is said once a refund that had failed is settled. */
export const settledWords = {
  again: 'The refund is under way again.',
  byHand: 'Marked as given back.',
}
