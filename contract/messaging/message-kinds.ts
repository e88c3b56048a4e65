type MessageKindWords = {
  /** What people call it. */
  readonly label: string
  /** It brings its recipient a link or a code that opens something, always or at times. */
  readonly opens: boolean
}

/** What messages to people are for. Of those that open something a test looks for what opens in every table. */
export const messageKinds = {
  invitation: { label: 'Invitation', opens: true },
  'address changed': { label: 'Address changed', opens: false },
  'new-address': { label: 'New address', opens: true },
  'address-asked': { label: 'New address asked for', opens: false },
  'address-changed': { label: 'Own address changed', opens: false },
  'password-changed': { label: 'Password changed', opens: false },
  reset: { label: 'Password reset', opens: true },
  'second factor': { label: 'Second factor', opens: false },
  card: { label: 'Card invitation', opens: true },
  'digital membership': { label: 'Digital membership', opens: true },
  'request link': { label: 'Request link', opens: true },
  'request received': { label: 'Request received', opens: false },
  'request accepted': { label: 'Request accepted', opens: false },
  'request rejected': { label: 'Request rejected', opens: false },
  'refund done': { label: 'Refund done', opens: false },
  'refund failed': { label: 'Refund failed', opens: false },
  'renewal done': { label: 'Renewal done', opens: false },
  'renewal link': { label: 'Renewal link', opens: true },
  'renewal code': { label: 'Renewal code', opens: true },
  'renewal reminder': { label: 'Renewal reminder', opens: true },
  'contact change': { label: 'Contact change', opens: true },
  'another device': { label: 'Another device', opens: false },
  'low-balance': { label: 'Low balance', opens: false },
  // Its link asks for a sign-in.
  report: { label: 'Report', opens: false },
} as const satisfies Record<string, MessageKindWords>

export type MessageKind = keyof typeof messageKinds
