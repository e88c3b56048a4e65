/** The parts of a business's configuration, in the order of their tabs. */
export const configurationTabs = [
  { key: 'venues', label: 'Venues' },
  { key: 'business', label: 'Business' },
  { key: 'licences', label: 'Licences' },
  { key: 'card-programs', label: 'Card programs' },
  { key: 'disbursement', label: 'Disbursement' },
  { key: 'option-lists', label: 'Option lists' },
  { key: 'forms', label: 'Forms' },
  { key: 'api-keys', label: 'API keys' },
  { key: 'standing', label: 'Standing' },
] as const
