import { ask } from '#e2e/ask-database.ts'
import { lettersTo } from '#e2e/requests/letters.ts'

/** The newest link to a card that was sent to somebody; to anybody, if nobody is named. */
export async function newestLink(databaseUrl: string, recipient: string | null = null) {
  const letters = await lettersTo(databaseUrl, recipient)
  const [link] = letters.flatMap(({ body }) => /\/claim\/[\w-]+/.exec(body) ?? [])
  return link!
}

/** Lets the time of an offer pass; tells where it was. */
export async function passedOffer(databaseUrl: string) {
  await ask(
    databaseUrl,
    `with late as (
      update card set offer_expiry_date = current_date - 3 where card_id = (
        select card_id from card_offer join card using (business_id, card_id)
        where status = 'Pending' and code_hash <> sha256('welcome-to-harbourside') limit 1)
      returning business_id, card_id)
    update card_offer o set code_hash = sha256('too-late') from late
    where o.business_id = late.business_id and o.card_id = late.card_id`,
  )
  return '/claim/too-late'
}
