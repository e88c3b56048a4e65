import '#web/zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { doorsPath } from '#contract/door-path.ts'
import { createDesk } from '#door/desk/desk.ts'
import { deviceStorage } from '#door/desk/storage.ts'
import { DoorPage } from './door-page.tsx'
import { loadLater } from './later.ts'
import './base.css'
import './door.css'
import './ways-in.css'
import '#door/scanning/result.css'
import '#door/scanning/last-scans.css'
import { kitFor, placeOf, sessionFor } from '#door/desk/place.ts'
import { keepPage } from '#offline/keep-page.ts'
import { Boundary } from '#web/boundary.tsx'

/** What was scanned is on the device, and is handed in by the page that comes. */
function Broken() {
  return (
    <main className="message">
      <h1>Something went wrong</h1>
      <button type="button" className="button" onClick={() => location.reload()}>
        Load the page anew
      </button>
    </main>
  )
}

const root = document.querySelector('#root')
const place = placeOf(location.pathname)
if (root)
  createRoot(root).render(
    <StrictMode>
      {place ? (
        <Boundary fallback={<Broken />}>
          <DoorPage desk={createDesk(place, kitFor(place), deviceStorage, sessionFor())} />
        </Boundary>
      ) : (
        <main className="message">
          <h1>There is no door here.</h1>
          <p>Open the link of an event, or of a door kit.</p>
        </main>
      )}
    </StrictMode>,
  )
if (place) void keepOffline().catch(() => undefined)

/** Has the page kept on the device, so that it opens without a connection, and lets it be installed. */
async function keepOffline(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = `${location.pathname.replace(/\/$/, '')}/manifest.webmanifest`
  document.head.append(link)
  await keepPage(doorsPath, loadLater)
}
