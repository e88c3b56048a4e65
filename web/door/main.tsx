import '#console/zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDesk } from './desk.ts'
import { DoorPage } from './door-page.tsx'
import './base.css'
import './door.css'
import './ways-in.css'
import './result.css'
import './last-scans.css'
import { keepOffline } from './keep-offline.ts'
import { kitFor, placeOf } from './place.ts'

const root = document.querySelector('#root')
const place = placeOf(location.pathname)
if (root)
  createRoot(root).render(
    <StrictMode>
      {place ? (
        <DoorPage desk={createDesk(place, kitFor(place))} />
      ) : (
        <main className="message">
          <h1>There is no door here.</h1>
          <p>Open the link of an event, or of a door kit.</p>
        </main>
      )}
    </StrictMode>,
  )
if (place) void keepOffline().catch(() => undefined)
