/** What calls are about: a read says which of these it shows, a write which it changes. */
export type Subject =
  /** Of whoever asks. */
  | 'account'
  /** Of the platform. */
  | 'administrator'
  | 'apiKey'
  /** A request that a second person decides. */
  | 'approval'
  | 'attendance'
  | 'business'
  /** The link that calendars read events by. */
  | 'calendarLink'
  | 'card'
  | 'cardProgram'
  | 'disbursementAccount'
  | 'doorKit'
  | 'event'
  /** A form that patrons apply or renew with. */
  | 'form'
  /** A piece of work of the queue. */
  | 'job'
  | 'member'
  | 'memberImport'
  | 'memberNote'
  | 'message'
  | 'option'
  /** What a user was told of. */
  | 'notice'
  | 'order'
  /** A member's digital card. */
  | 'pass'
  /** What such cards look like. */
  | 'passDesign'
  /** Invitations to many at once. */
  | 'passRun'
  /** Money that was taken. */
  | 'payment'
  | 'points'
  /** A reminder to renew. */
  | 'reminder'
  /** An application or a renewal. */
  | 'request'
  | 'role'
  | 'savedFilter'
  | 'savedReport'
  /** What somebody shows beside the password. */
  | 'secondFactor'
  /** What waits for whoever asks, and how the business goes. */
  | 'today'
  | 'user'
  | 'venue'
  /** An entry of the register of visitors. */
  | 'visitor'
  | 'visitorRules'
