import sql from 'sql-template-tag'
import type { NewSavedReport } from '#contract/reports/saved-reports.ts'
import type { Transaction } from '#platform/database'

type DemoReport = NewSavedReport & { owner: string }

const saved: readonly DemoReport[] = [
  {
    owner: 'admin@harbourside.example',
    Name: 'Applications to decide on',
    Report: 'membership-applications',
    Search: 'finalised=false&rows=50',
    IsShared: true,
    Schedule: 'Never',
  },
  {
    owner: 'finance@harbourside.example',
    Name: 'Close of the month',
    Report: 'finance-close-pack',
    Search: '',
    IsShared: true,
    Schedule: 'Monthly',
  },
]

/** Reports that the staff of the demo saved. One is sent, the first time a day from now at the earliest. */
export async function seedSavedReports(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    for (const { owner, Name, Report, Search, IsShared, Schedule } of saved)
      await tx.run(sql`
        insert into saved_report (business_id, owner_id, owner_name, owner_email, name, report, search, is_shared,
          schedule, next_at)
        select business_id, uid, display_name, email, ${Name}, ${Report}, ${Search}, ${IsShared}::boolean, ${Schedule},
          case when ${Schedule} <> 'Never' then next_report_at(${Schedule}, now() + interval '1 day') end
        from business_user where business_id = ${tx.businessId} and email = ${owner}`)
  })
}
