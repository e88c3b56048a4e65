/** What every limit is called, in the order of the forms. */
export const limitLabels = {
  AwardsPerAct: 'Points of one award',
  AwardsPerDay: 'Points awarded in a day',
  TransfersPerAct: 'Points of one transfer',
  TransfersPerDay: 'Points transferred in a day',
  CardsPerAct: 'Value of one card',
  CardsPerDay: 'Value of cards in a day',
  SendingPerAct: 'Members written to at once',
} as const
export type LimitName = keyof typeof limitLabels
export const limitNames = Object.keys(limitLabels) as LimitName[]
