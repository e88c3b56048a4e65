/** What the rules of adding to a card are called. */
export const reloadRuleLabels = {
  MaximumBalance: 'Most on a card',
  MaximumReloadPerDay: 'Most added in a day',
  AllowsHolderReload: 'Holders can reload it',
} as const
