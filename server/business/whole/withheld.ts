/** By table, then by column, why. */
type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

const opens = 'It proves who holds a link, a code or a key: in other hands it would open what they open.'

/** The columns that no export has. A test finds each column that looks like a secret here, or among those that are none. */
export const withheldColumns: Reasons = {
  api_key: { secret_hash: opens },
  apple_registration: { push_token: "It reaches somebody's phone." },
  calendar_link: {
    secret_hash: opens,
    sealed: 'It is a link, sealed under the secret of this installation.',
  },
  card_offer: { code_hash: opens, holder_hash: opens },
  contact_change_link: { secret_hash: opens },
  door_kit: { secret_hash: opens },
  door_list_part: { content: 'It holds the codes of guests as doors keep them, and is made anew.' },
  idempotency_key: {
    request_hash: 'It is of use to whoever sent the request alone.',
    response: 'The answer may have held a secret that is shown once.',
  },
  outbox_message: { secret: opens, sealed: 'It is a link, sealed under the secret of this installation.' },
  pass: { code_hash: opens, holder_hash: opens },
  pass_former_code: { code_hash: opens },
  reload_payment: { checkout_url: 'Whoever has it can pay, and sees what for.' },
  renewal_link: { secret_hash: opens },
  request_payment: { checkout_url: 'Whoever has it can pay, and sees what for.' },
  request_link: { secret_hash: opens },
  request_session: { secret_hash: opens, code_hash: opens, pass_code_hash: opens },
  request_sponsor: { secret_hash: opens },
  resting_job: { payload: 'It may hold what a message is to open.' },
}

const scanned = "What members show at tills and doors is the club's own, and of no use without it."
const named = 'It is a name, not a key.'

/** The columns that look like a secret by name or type, and why they are none. */
export const noSecrets: Reasons = {
  api_key: { api_key_id: 'It is shown in lists.', ending: 'It is shown in lists.' },
  event_scan: { code: scanned },
  file: { content: 'The picture itself: it is among the files.' },
  google_design: { content_hash: 'It tells whether a design has changed.' },
  idempotency_key: { key: 'It is of use to whoever sent the request alone, for a day.' },
  member: { member_key: named },
  member_photo: { image: 'The photo itself: it is among the photos.' },
  member_override: { key: named },
  option_list_item: { key: named },
  pass: { coupon_code: scanned },
  request_file: { content: 'The file itself: it is among the files of requests.' },
  request_session: { code_expires_at: 'It is a moment.' },
  scan_code: { code_key: scanned },
}

/** True for a column that an export goes without. */
export function isWithheldColumn(table: string, column: string): boolean {
  return withheldColumns[table]?.[column] !== undefined
}
