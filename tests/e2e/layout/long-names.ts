import { ask } from '#e2e/ask-database.ts'

const first = 'Bartholomew-Maximilian'
const last = 'Featherstonehaugh-Cholmondeley'
const email =
  'bartholomew.maximilian.featherstonehaugh-cholmondeley@correspondence.harbourside-district.example'
const words =
  'Grand Anniversary Dinner of the Harbourside and Northern Districts Historical Preservation Society'

/** Gives every second person and thing the longest name that somebody has. */
export async function lengthenNames(databaseUrl: string): Promise<void> {
  const people = `first_name = '${first}', last_name = '${last}'`
  const contact = `jsonb_build_object('Email', '${email}')`
  const changes = [
    `update member set ${people}, home_contact = home_contact || ${contact} where home_contact is not null
      and (membership_number is null or right(membership_number, 1) in ('0', '2', '4', '6', '8'))`,
    `update card set ${people}, email_address = '${email}', issued_by_name = '${first} ${last}'`,
    `update event set name = '${words}', location = '${words}'`,
    `update request_session set display_name = '${first} ${last}', email = '${email}' where submitted_at is not null`,
    `update card_program set description = '${words}'`,
    `update business set display_name = display_name || ' and Northern Districts Community Sports Centre'`,
    `update venue set display_name = display_name || ' and Northern Districts Community Sports Centre'`,
    `update outbox_message set recipient = '${email}' where recipient like '%@%'`,
  ]
  for (const change of changes) await ask(databaseUrl, change)
}
