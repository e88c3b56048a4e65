/** What is said of payments that are given back, on the pages and in letters. No schemas here: the patron's page is small. */
export const refundWords = {
  // For the staff.
  failed: 'Refund failed',
  giveBack: 'Give back',
  notGivenBack: (amount: string) => `${amount} has not been given back`,
  byOthers: (amount: string) => `${amount} was paid. Those who give refunds can give it back afterwards.`,
  atCounter: 'What was paid at the counter is given back there.',
  notRejected: 'Only the payment of a rejected request is given back.',
  needsRefund: (permission: string) =>
    `Giving back what was paid needs the permission '${permission}' as well. Reject it without, and those who have it can give it back.`,
  tryAgain: 'Try again',
  byHand: 'Given back by hand',
  noteRequired: 'Say how it was given back.',
  byHandHint: (provider: string) =>
    `Only once the person has the money. See first that ${provider} hasn’t given it back after all, or it is paid twice.`,
  /** Why it can't be settled: somebody else was faster, or there is nothing to settle. */
  notFailed: {
    Refunding: 'This payment is being given back already.',
    Refunded: 'This payment has been given back already.',
    other: 'There is nothing to give back of this payment.',
  },

  // For the applicant.
  beingGivenBack: (amount: string) => `${amount} is being given back to you.`,
  givenBack: (amount: string) => `${amount} has been given back to you.`,
  inTouch: (amount: string, business: string) =>
    `${amount} could not be given back to you yet. ${business} will be in touch with you about it: you don’t have to do anything.`,
}
