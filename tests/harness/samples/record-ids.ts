import type pg from 'pg'

/** One statement for each name of a path that stands for a record: an id of the business, made where the demo has none. */
const statements = (businessId: string) => ({
  accountSessionId: `
    insert into identity.session (sid, uid, secret_hash, auth_time, refreshed_at)
    select gen_random_uuid()::text, uid, sha256(gen_random_uuid()::text::bytea), now(), now()
    from business_user where business_id = '${businessId}' limit 1 returning sid as id`,
  approvalId: `
    insert into approval_request (business_id, act, kind, title, amount, about, details, input, stands_for, reason, asker_id,
      asker_name)
    values ('${businessId}', 'awardPoints', 'Awards', 'Award points to a member', 100, 'Sam Sample', '{}', '{}', '', 'Sample', 'u', 'U')
    returning approval_id as id`,
  uid: `select uid as id from business_user where business_id = '${businessId}'`,
  entryId: `select id from audit_entry where business_id = '${businessId}'`,
  cardProgramId: `select card_program_id as id from card_program where business_id = '${businessId}'`,
  cardId: `select card_id as id from card where business_id = '${businessId}'`,
  apiKeyId: `select api_key_id as id from api_key where business_id = '${businessId}'`,
  memberId: `select member_id as id from member where business_id = '${businessId}' and deleted_at is null`,
  orderId: `
    insert into card_order (business_id, card_program_id, member_id, first_name, last_name, address_components,
      ordered_by_id, ordered_by_name, last_change)
    select business_id, card_program_id, member_id, '', '', '[]', '', '', ''
    from member join (select business_id, min(card_program_id) as card_program_id from card_program group by 1) p
      using (business_id)
    where business_id = '${businessId}' and not exists (select from card_order o
      where o.business_id = member.business_id and o.member_id = member.member_id)
    limit 1 returning order_id as id`,
  photoId: `
    insert into member_photo (business_id, member_id, image, taken_by)
    select business_id, member_id, '\\xffd8ff', 'U' from member where business_id = '${businessId}' and deleted_at is null
    limit 1 returning photo_id as id`,
  noticeId: `
    insert into user_notice (business_id, uid, kind, subject_id)
    select business_id, uid, 'ImportFailed', gen_random_uuid()::text from business_user
    where business_id = '${businessId}' limit 1 returning notice_id as id`,
  noteId: `select id from member_note where business_id = '${businessId}'`,
  importId: `
    insert into member_import (business_id, file_name, parts, actor_id, actor_name, address, request_id)
    values ('${businessId}', 'members.csv', 1, '', '', '', '') returning import_id as id`,
  mergeId: `
    insert into member_merge (business_id, survivor_id, other_id, changes, is_number_swapped, moved, actor_id, actor_name)
    select business_id, member_id, member_id, '{}', false, '{}', '', '' from member
    where business_id = '${businessId}' limit 1 returning merge_id as id`,
  filterId: `select saved_filter_id as id from saved_filter where business_id = '${businessId}'`,
  eventId: `select event_id as id from door_kit join event_scan using (business_id, event_id)
    where business_id = '${businessId}' order by event_id`,
  doorKitId: `select door_kit_id as id from door_kit join event_scan using (business_id, event_id)
    where business_id = '${businessId}' order by event_id`,
  scanId: `select scan_id as id from door_kit join event_scan using (business_id, event_id)
    where business_id = '${businessId}' order by event_id`,
  visitId: `
    insert into visitor_entry (business_id, visit_id, event_id, kind, first_name, last_name, address, signed_in_at, day,
      device_name, actor_id, actor_name)
    values ('${businessId}', 'visit-of-${businessId}', (select event_id from door_kit join event_scan using (business_id, event_id)
      where business_id = '${businessId}' order by event_id limit 1), 'TemporaryMember', 'Sam', 'Sample', '', now(), current_date, '', '', '')
    on conflict (business_id, visit_id) do update set voided_at = null, void_reason = null returning visit_id as id`,
  transactionId: `select transaction_id as id from ledger_transaction where business_id = '${businessId}'`,
  receiptNumber: `select transaction_id::text as id from card_reload where business_id = '${businessId}'
    union all select transaction_id::text from ledger_transaction where business_id = '${businessId}' limit 1`,
  holdId: `select hold_id as id from ledger_hold where business_id = '${businessId}'`,
  sessionId: `select session_id as id from request_session where business_id = '${businessId}' order by form_id, session_id`,
  requestFileId: `
    insert into request_file (business_id, session_id, question_id, name, type, content)
    select business_id, session_id, 'sample', 'Sample', 'application/pdf', '%PDF-' from request_session
    where business_id = '${businessId}' order by form_id, session_id limit 1
    on conflict (business_id, session_id, question_id) do update set name = excluded.name returning file_id as id`,
  paymentId: `
    insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents, paid_cents,
      paid_at)
    select business_id, session_id, 'Test', 'Paid', '', 1, 0, 1, now() - interval '1 day' from request_session
    where business_id = '${businessId}' limit 1 returning payment_id as id`,
  reloadPaymentId: `
    insert into reload_payment (business_id, card_id, provider, state, description, cents, paid_cents, paid_at)
    select business_id, card_id, 'Test', 'RefundFailed', '', 1, 1, now() - interval '1 day' from card
    where business_id = '${businessId}' limit 1 returning payment_id as id`,
  formId: `select form_id as id from request_session where business_id = '${businessId}' order by form_id`,
  passConfigurationId: `select pass_configuration_id as id from pass_configuration where business_id = '${businessId}'`,
  invitationId: `select pass_id as id from pass where business_id = '${businessId}'`,
  runId: `
    insert into pass_invitation_run (business_id, pass_configuration_id, search, total, origin, actor_id, actor_name,
      address, request_id)
    select business_id, pass_configuration_id, '{}', 0, '', '', '', '', '' from pass_configuration
    where business_id = '${businessId}' limit 1 returning run_id as id`,
  savedReportId: `
    insert into saved_report (business_id, owner_id, owner_name, owner_email, name, report, search, is_shared, schedule)
    values ('${businessId}', 'u', 'U', 'u@hub.example', 'Theirs', 'membership-applications', '', true, 'Never')
    returning saved_report_id as id`,
})

/** An id of the business for each name of a path that stands for a record; a new name has to be added above. */
export async function recordIds(owner: pg.Client, businessId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = { businessId }
  for (const [name, statement] of Object.entries(statements(businessId))) {
    const { rows } = await owner.query<{ id: string }>(statement)
    const [first] = rows
    if (!first) throw new Error(`${businessId} has nothing for {${name}}`)
    ids[name] = first.id
  }
  return ids
}

/**
 * Names of a path that choose a way of doing something rather than a record; a venue's and a batch's number and an
 * option's key are every business's own, messages and jobs are for super administrators, of whatever business, and pictures for
 * everyone, as are calendars, whose a door is, the forms and test payments of patrons and the codes of cards; a second factor is its owner's.
 */
export const notIds = new Set([
  'type',
  'licence',
  'venueId',
  'messageId',
  'jobId',
  'name',
  'field',
  'list',
  'key',
  'feed',
  'club',
  'door',
  'fileId',
  'status',
  'pointsTypeId',
  'form',
  'checkoutId',
  'cardType',
  'code',
  'part',
  'imageType',
  'batchNumber',
  'format',
  'factorId',
  'line',
])
