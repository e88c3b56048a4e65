import { RequestView } from './request-view.tsx'

/** An application for membership. */
export function Page() {
  return <RequestView kind="Registration" />
}
