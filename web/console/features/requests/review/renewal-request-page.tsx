import { RequestView } from './request-view.tsx'

/** A renewal of a membership. */
export function Page() {
  return <RequestView kind="Renewal" />
}
