import sql from 'sql-template-tag'
import type { ClubLook } from '#contract/business/club-look.ts'
import type { Queries } from '#platform/database'
import { fileUrl, type Picture } from '#platform/files'

type Row = Omit<ClubLook, 'LogoUrl'> & { BusinessName: string; logoFileId: string | null }

/** The name and the look of the business, as patrons see them: the one place that pages and mails have them from. */
export async function clubOf(db: Queries): Promise<{ BusinessName: string; Look: ClubLook }> {
  const { BusinessName, logoFileId, ...look } = await db.one<Row>(sql`
    select display_name as "BusinessName", colour as "Colour", contact_email as "EmailAddress",
      contact_phone as "PhoneNumber", website as "Website", postal_address as "PostalAddress",
      logo_file_id as "logoFileId"
    from business where business_id = ${db.businessId}`)
  return { BusinessName, Look: { ...look, LogoUrl: logoFileId && fileUrl(logoFileId) } }
}

/** The logo itself, for a mail to bring along. */
export function logoOf(db: Queries): Promise<Picture | null> {
  return db.maybe<Picture>(sql`
    select f.type, f.content from business b
    join file f on f.business_id = b.business_id and f.file_id = b.logo_file_id
    where b.business_id = ${db.businessId}`)
}
