import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import type { Transaction } from '#platform/database'

const columns = [
  { Header: 'First Name', Samples: ['Kim'], Guess: 'FirstName' },
  { Header: 'Last Name', Samples: [''], Guess: 'LastName' },
  { Header: 'Type', Samples: ['Social'], Guess: 'MembershipType' },
]
const file = 'First Name,Last Name,Type\r\nKim,,Social\r\n'

/** Imports that the demo's people made: one that went through but for a row, and one that was given up. */
export async function seedMemberImports(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    const done = await insertImport(tx, {
      name: 'open-day.csv',
      state: 'Done',
      days: 12,
      created: 46,
      refused: 1,
    })
    await insertImport(tx, { name: 'raffle-2019.csv', state: 'Cancelled', days: 40, created: 0, refused: 0 })
    await tx.run(sql`
      insert into member_import_part (business_id, import_id, part, content)
      values (${tx.businessId}, ${done}, 0, ${file})`)
    await tx.run(sql`
      insert into member_import_row (business_id, import_id, row_no, fields, problems, finding)
      values (${tx.businessId}, ${done}, 2, ${JSON.stringify({ FirstName: 'Kim', MembershipType: 'Social' })},
        ${JSON.stringify({ LastName: messages.members.lastNameRequired })}, 'Refused')`)
  })
}

type DemoImport = { name: string; state: string; days: number; created: number; refused: number }

async function insertImport(
  tx: Transaction,
  { name, state, days, created, refused }: DemoImport,
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into member_import (business_id, file_name, state, parts, parts_there, columns, checked_row, taken_row,
      created, refused, actor_id, actor_name, address, request_id, created_at, finished_at)
    select ${tx.businessId}, ${name}, ${state}, 1, ${refused}, ${JSON.stringify(columns)}, ${created + refused + 1},
      ${created + refused + 1}, ${created},
      ${refused}, uid, display_name, '127.0.0.1', '', now() - make_interval(days => ${days}),
      now() - make_interval(days => ${days})
    from business_user where business_id = ${tx.businessId} and email = 'admin@harbourside.example'
    returning import_id as id`)
  return id
}
