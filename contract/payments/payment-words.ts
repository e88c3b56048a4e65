/** How money is taken. */
export const paymentMethods = ['CardOnline', 'CardAtCounter', 'Cash', 'BankTransfer', 'Other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The same at a desk. */
export const counterMethods = ['CardAtCounter', 'Cash', 'BankTransfer', 'Other'] as const

/** What money is taken for. */
export const paidForNames = ['Application', 'Renewal', 'CardReload'] as const
export type PaidFor = (typeof paidForNames)[number]

/** What has become of a payment. */
export const recordStates = ['Paid', 'PartlyRefunded', 'Refunded'] as const
export type RecordState = (typeof recordStates)[number]

export const paymentWords = {
  methods: {
    CardOnline: 'Card online',
    CardAtCounter: 'Card at the counter',
    Cash: 'Cash',
    BankTransfer: 'Bank transfer',
    Other: 'Other',
  } satisfies Record<PaymentMethod, string>,
  paidFor: {
    Application: 'Application',
    Renewal: 'Renewal',
    CardReload: 'Card reload',
  } satisfies Record<PaidFor, string>,
  states: {
    Paid: 'Paid',
    PartlyRefunded: 'Partly refunded',
    Refunded: 'Refunded',
  } satisfies Record<RecordState, string>,
  entries: { Taken: 'Payment', Refunded: 'Refund' },

  amountRequired: 'Enter an amount.',
  methodRequired: 'Choose the method.',
  discountReasonRequired: 'Give a reason for the discount.',
  refundReasonRequired: 'Give a reason for the refund.',
  notDue: 'Nothing is to be paid for this request any more.',
  atMostOwing: (amount: string) => `At most ${amount} is owing.`,
  atMostLeft: (amount: string) => `At most ${amount} of it is left to give back.`,
  notAtCounter: 'What was paid online is given back the way it was paid.',
  noContact: {
    email: 'There is no e-mail address to send it to.',
    sms: 'There is no mobile number to send it to.',
  },
  notOnline: 'Online payments are not set up here: take the payment at the counter.',
  linksUsedUp: 'The link has been sent five times in a day. Send it again tomorrow.',
  byHandAfter: (amount: string) =>
    `${amount} was paid at the counter: give it back there, and say so on this page afterwards.`,
  search: 'Search by name, number or reference',
  empty: 'No payments match these filters.',
  none: 'Nothing has been paid yet.',
  loadFailed: 'The payments could not be loaded.',
  test: 'Test payment, no money moved',
}

/** Dollars that are left of a payment. */
export function leftOf({
  AmountPaid,
  AmountRefunded,
}: {
  AmountPaid: number | null
  AmountRefunded: number
}): number {
  return Math.round(((AmountPaid ?? 0) - AmountRefunded) * 100) / 100
}
