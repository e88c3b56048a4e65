import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members/merge'

/** Passes, with what is in their purses, follow their member; but nobody has two of a design. */
export const mergePasses = rowsThatFollow({
  name: 'passes',
  label: 'Digital membership cards',
  table: sql`pass`,
  id: sql`r.pass_id`,
  follows: ({ survivorId }) => sql`(r.revoked_at is not null or not exists (
    select from pass own where own.business_id = r.business_id and own.member_id = ${survivorId}
      and own.pass_configuration_id = r.pass_configuration_id and own.revoked_at is null))`,
})
