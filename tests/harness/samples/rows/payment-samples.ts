/** The part of `samples` that is of payments and the counter. */
export const paymentSamples = {
  takePayment: { body: { Method: 'Cash', Amount: 20, Reference: null } },
  giveDiscount: { body: { Amount: 5, Reason: 'A sample' } },
  sendPaymentLink: { body: { By: 'email' } },
  refundAtCounter: { body: { Amount: 5, Reason: 'A sample', NotifyBy: 'none' } },
  listPayments: {},
  sumPayments: {},
  exportPayments: { params: { format: 'csv' } },
  getPayment: {},
} as const
