/** The part of `samples` that is of what is done with requests beside deciding, at the desk, and by reminders. */
export const reviewSamples = {
  acceptRequests: { body: { SessionIds: ['none'] } },
  putRequestBack: { body: { Reason: 'A sample', NotifyBy: 'none' as const } },
  assignRequest: { body: { Uid: null } },
  addRequestNote: { body: { Text: 'Rang them.' } },
  askSponsorsAgain: {},
  getNextRequest: { query: { kind: 'Registration' as const } },
  listDeciders: {},
  getRejectionReasons: {},
  saveRejectionReasons: { body: { Reasons: ['No places are left'] } },
  applyAtDesk: {},
  renewAtDesk: { body: { FormId: 'none' } },
  listRenewalReminders: {},
  previewReminders: { query: { formId: 'harbourside-renewal' } },
  countForeseenReminders: { query: { formId: 'harbourside-renewal' } },
  setReminderOptOut: { body: { Value: true } },
}
