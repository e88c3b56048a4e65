import { BusinessHome } from '#features/business/business-home-page.tsx'
import { TodayWaiting } from '#features/today/today-waiting.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'

const Today = fetched(async () => (await import('#features/today/today.tsx')).Today, <TodayWaiting />)
const Trends = fetched(async () => (await import('#features/today/trends.tsx')).Trends)

/** The home of a business: what waits comes first, and how it goes last. */
export function Page() {
  return <BusinessHome before={<Today />} after={<Trends />} />
}
