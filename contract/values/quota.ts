type Room = { readonly most: number; readonly sentence: string }

/**
 * How many there can be of what people make one by one: far more than a club needs, and few enough that nobody's
 * program fills the database or a list with them.
 */
export const quotas = {
  savedFilters: { most: 200, sentence: 'You can save 200 filters at the most. Delete one first.' },
  savedReports: { most: 200, sentence: 'You can save 200 reports at the most. Delete one first.' },
  memberNotes: { most: 1_000, sentence: 'A member can have 1,000 notes at the most. Delete one first.' },
  doorKits: {
    most: 200,
    sentence: 'An event can have 200 door kits at the most. Revoke one that isn’t needed.',
  },
  apiKeys: { most: 1_000, sentence: 'A business can have 1,000 API keys at the most, with those revoked.' },
  venues: { most: 500, sentence: 'A business can have 500 venues at the most, with those deleted.' },
  options: { most: 1_000, sentence: 'A list can have 1,000 options at the most, with those retired.' },
  cardPrograms: { most: 500, sentence: 'A business can have 500 card programs at the most.' },
  passConfigurations: { most: 500, sentence: 'A business can have 500 pass configurations at the most.' },
  requestForms: { most: 500, sentence: 'A business can have 500 forms at the most.' },
  importFiles: {
    most: 30,
    sentence:
      '30 files are kept already. Cancel an import that you no longer need, or wait: they go after 30 days.',
  },
  importsAtWork: {
    most: 2,
    sentence: 'Two imports are being worked on already. Wait until one is done, or cancel it.',
  },
} as const satisfies Record<string, Room>

export type QuotaName = keyof typeof quotas
