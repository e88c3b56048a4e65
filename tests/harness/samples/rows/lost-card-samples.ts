/** For the rows that end cards, or have another take their place. */
export const lostCardSamples = {
  cancelCard: { body: { Reason: 'A sample' } },
  replaceCard: { body: { Delivery: 'Digital', Reason: 'Lost' } },
  reportCardLost: { body: { Secret: 'S'.repeat(43) } },
  replacePass: { body: { Reason: 'Lost' } },
} as const
