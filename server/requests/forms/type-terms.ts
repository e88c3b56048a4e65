import sql from 'sql-template-tag'
import { endlessTerm, type MembershipTerm, proRata } from '#contract/requests/renewal-term.ts'
import type { Queries } from '#platform/database'
import { businessDay } from '#platform/days'
import type { Form } from './form-record.ts'

type TypeTerm = { key: string; term: MembershipTerm | null; neverLapses: boolean; isProRata: boolean }

function termsOf(db: Queries, keys: readonly (string | null)[]): Promise<TypeTerm[]> {
  return db.rows<TypeTerm>(sql`
    select key, term, never_lapses as "neverLapses", is_pro_rata as "isProRata" from option_list_item
    where business_id = ${db.businessId} and list = 'MembershipType' and key = any(${keys})`)
}

/** The form with the term of a type of membership, where that has one of its own. */
export async function withTermOf<Kept extends Pick<Form, 'Term'>>(
  db: Queries,
  form: Kept,
  type: string | null,
): Promise<Kept> {
  const [own] = await termsOf(db, [type])
  if (own?.neverLapses) return { ...form, Term: endlessTerm }
  return own?.term ? { ...form, Term: own.term } : form
}

/** The form with the fees of today: who joins in the middle of a term pays for the months that are left, if the type says so. */
export async function chargedForm<Kept extends Pick<Form, 'Kind' | 'Term' | 'MembershipTypes'>>(
  db: Queries,
  form: Kept,
): Promise<Kept> {
  if (form.Kind !== 'Registration') return form
  const terms = await termsOf(
    db,
    form.MembershipTypes.map(({ Key }) => Key),
  )
  const today = await businessDay(db)
  const charged = form.MembershipTypes.map((type) => {
    const own = terms.find(({ key }) => key === type.Key)
    if (!own?.isProRata || own.neverLapses) return type
    const cents = Math.round(type.Fee * 100 * proRata(own.term ?? form.Term, today))
    return { ...type, Fee: cents / 100 }
  })
  return { ...form, MembershipTypes: charged }
}
