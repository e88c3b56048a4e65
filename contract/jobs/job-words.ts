/** What each task of the job queue does, in words for people. A test asks for all of them. */
const words: Readonly<Record<string, string>> = {
  deliver_message_at_once: 'Send an urgent message',
  deliver_message_soon: 'Send a single message',
  deliver_message_bulk: 'Send one of many messages',
  deliver_message: 'Send a message',
  send_message: 'Send a message',
  seal_former_messages: 'Seal former messages',
  open_checkout: 'Open a payment',
  check_payment: 'Ask about a payment',
  refund_payment: 'Give a payment back',
  check_refund: 'Ask about a refund',
  finish_renewal: 'Finish a renewal',
  carry_out_renewal: 'Finish a renewal',
  find_unfinished_requests: 'Find unfinished requests',
  send_renewal_reminders: 'Send renewal reminders',
  forget_abandoned_requests: 'Forget abandoned requests',
  check_member_import: 'Check an import',
  run_member_import: 'Import members',
  resume_member_imports: 'Resume imports',
  forget_member_import: 'Forget an import',
  forget_old_imports: 'Forget old imports',
  tell_contact_changes: 'Tell of changed contacts',
  forget_contact_changes: 'Forget changed contacts',
  raise_pass_tags: 'Renew digital cards',
  raise_left_pass_tags: 'Renew digital cards left over',
  queue_ended_passes: 'End digital cards',
  send_pass_invitations: 'Send invitations to digital cards',
  resume_pass_invitations: 'Resume invitations to digital cards',
  roll_out_design: 'Update the digital cards of a design',
  resume_design_rollouts: 'Resume updates of digital cards',
  tell_wallets: 'Tell wallets of changes',
  find_untold_wallets: 'Find changes untold to wallets',
  take_backup: 'Take a backup',
  erase_ended_businesses: 'Erase ended businesses',
  forget_old_intents: 'Forget old answers',
  remove_expired: 'Remove ended sessions',
  expire_holds: 'End holds',
  expire_points: 'Expire points',
  count_points_anew: 'Count points anew',
  make_door_list: 'Make the list of a door',
  forget_door_lists: 'Forget lists of doors',
  expire_approvals: 'End requests for approval',
  find_what_falls_away: 'Find old records',
  let_fall_away: 'Let old records fall away',
  expire_cards: 'Expire cards',
  tell_low_balances: 'Tell of low balances',
  keep_disbursement_sums: 'Add up disbursement accounts',
  send_due_reports: 'Send due reports',
}

/** The names of all tasks that there are words for. */
export const taskNames = Object.keys(words)

/** A task in words; one of another version by its name. */
export function taskInWords(task: string): string {
  return words[task] ?? task
}
