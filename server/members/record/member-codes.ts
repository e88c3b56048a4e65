import sql, { type Sql } from 'sql-template-tag'

/** The condition that a code is one of member `m`: a membership, card or badge number as it is written, whatever its capitals. */
export function hasCode(code: string, businessId: string): Sql {
  const codes = spellingsOf(code)
  return sql`m.member_id in (
    select member_id from member where business_id = ${businessId} and membership_number = any(${codes})
    union all select member_id from member where business_id = ${businessId} and card_number = any(${codes})
    union all select member_id from member where business_id = ${businessId} and badge_number = any(${codes}))`
}

// Scanners read the twelve digits of a UPC-A as thirteen with a zero before them.
function spellingsOf(code: string): string[] {
  const read = /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code]
  return [...new Set(read.flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()]))]
}
