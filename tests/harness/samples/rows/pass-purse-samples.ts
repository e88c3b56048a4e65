/** What points are put into the purse of a digital card with, and taken out of it again. */
export const passPurseSamples = {
  getPassTransferModal: {},
  transferPointsToPass: {
    body: { Note: 'Sample', Description: 'Sample', PointsByDollarValue: 1, PointsByQuantity: 100 },
  },
  listPassFunds: {},
  transferPassToPoints: { body: { TransactionId: '0', Reason: 'Sample' } },
}
