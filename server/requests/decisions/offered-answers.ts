import sql from 'sql-template-tag'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { Queries } from '#platform/database'

/**
 * The answers without a title or gender that the business has taken off its lists since: a member can't be given
 * them, and nobody at the desk could put that right. The request itself keeps what was submitted.
 */
export async function offeredAnswers(db: Queries, answers: RequestAnswers): Promise<RequestAnswers> {
  const offered = await db.rows<{ list: string }>(sql`
    select list from option_list_item
    where business_id = ${db.businessId} and not is_retired
      and (list, key) in (('Title', ${answers.Title}), ('Gender', ${answers.Gender}))`)
  const isOffered = (list: string) => offered.some((option) => option.list === list)
  return {
    ...answers,
    Title: isOffered('Title') ? answers.Title : null,
    Gender: isOffered('Gender') ? answers.Gender : null,
  }
}
