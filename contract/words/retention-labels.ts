/** What each kind of what piles up is called. */
export const retentionLabels = {
  MessageTexts: 'Texts of messages',
  Messages: 'List of messages',
  AuditTrail: 'Audit trail',
  MemberChanges: 'History of members',
  CardChanges: 'History of cards',
  EventScans: 'Scans at events',
  Visitors: 'Register of visitors',
  RequestFiles: 'Files of requests',
} as const
