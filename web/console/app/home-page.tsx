import { BusinessHome } from '#features/business/business-home-page.tsx'
import { TodayWaiting } from '#features/today/today-waiting.tsx'
import { LostPart } from '#ui/feedback/error-state.tsx'
import { fetched, fetchedPage } from '#ui/feedback/fetched.tsx'

const Today = fetchedPage(async () => (await import('#features/today/today.tsx')).Today, <TodayWaiting />)
const Trends = fetched(async () => (await import('#features/today/trends.tsx')).Trends, null, LostPart)

/** The home of a business: what waits comes first, and how it goes last. */
export function Page() {
  return <BusinessHome before={<Today />} after={<Trends />} />
}
